package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.Status;
import org.junit.jupiter.api.Test;

/** Goal: what belongs to another shard is handed over and never executed where it landed. */
class DeviceShardTest {
  private final DeviceRig rig = new DeviceRig(settings -> settings.shard(1, 3));

  @Test
  void issuesSessionsOfItsOwnShard() {
    DeviceRig.Client client = rig.connected();
    assertThat(client.session).isEqualTo(1L << 56 | 1);
    assertThat(rig.ask(client.addFrame(0, 0, 1)).status(0)).isZero();
  }

  @Test
  void handsOverWhatNamesAnotherShard() {
    rig.mute(LOCAL, Frame.fetchAdd(2L << 56 | 1, 1, 0, 0, 0, 1));
    rig.mute(LOCAL, Frame.fetchAdd(5, 1, 0, 0, 0, 1));
    rig.mute(LOCAL, Frame.of(Frame.CLOSE, 64).session(5));
    rig.mute(LOCAL, Frame.open(0, 0, 0).flags(1).session(5));
    assertThat(rig.handedOver).containsExactly("2:64", "0:64", "0:64", "0:128");
    assertThat(rig.counters.count(DeviceCounter.HANDED_OVER)).isEqualTo(4);
    assertThat(rig.memoryBytes()).containsOnly(0);
  }

  @Test
  void whatNamesNoSessionIsAnsweredAnywhere() {
    assertThat(rig.ask(Frame.read(0, 1, 0, 0, 8, 128)).kind()).isEqualTo(Frame.REPLY);
    assertThat(rig.ask(Frame.of(Frame.CAPS, 128)).get16(62)).isEqualTo(3);
  }

  @Test
  void allCannotBeKeptWhileOthersWorkOnTheMemory() {
    DeviceRig.Client client = rig.connected();
    Frame reply = rig.ask(client.addFrame(0, 0, 1).flags(Frame.ALL));
    assertThat(reply.status(0)).isEqualTo(Status.UNSUPPORTED.code());
    assertThat(rig.word(0)).isZero();
  }
}
