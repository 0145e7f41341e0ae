package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Goal: a request with the flag ALL compares everything before it changes anything, and changes all
 * or nothing.
 */
class DeviceAllTest {
  private final DeviceRig rig = new DeviceRig();
  private final DeviceRig.Client client = rig.connected();

  @Test
  void allIsAllOrNothing() {
    rig.word(0, 10);
    Frame frame =
        Frame.request(client.session, 1, 192)
            .flags(Frame.ALL)
            .operation(0, 0)
            .core(0x30, 0, 5, 8)
            .core(0x32, Frame.OPERANDS, 0, 0)
            .operands(10, 20)
            .core(0x21, Frame.DATA, 2, 16)
            .data((byte) 1, (byte) 2);
    Frame reply = rig.ask(frame);
    assertThat(reply.count()).isEqualTo(3);
    assertThat(reply.value(1)).isEqualTo(10);
    assertThat(rig.word(0)).isEqualTo(20);
    assertThat(rig.word(8)).isEqualTo(5);
    assertThat(rig.word(16)).isEqualTo(0x0201);

    Frame second = rig.ask(frame.operation(1, 0).packet(2));
    assertThat(second.count()).isEqualTo(1);
    assertThat(second.opcode(0)).isEqualTo(0x32);
    assertThat(second.status(0)).as("MISMATCH").isEqualTo(16);
    assertThat(second.value(0)).as("found").isEqualTo(20);
    assertThat(rig.word(8)).as("nothing happened").isEqualTo(5);
    assertThat(rig.ask(frame).repeated()).isTrue();
  }

  @Test
  void allRefusesBeforeTheFirstChange() {
    Frame frame =
        Frame.request(client.session, 1, 192)
            .flags(Frame.ALL | Frame.CONTINUE)
            .operation(0, 0)
            .core(0x30, 0, 5, 8)
            .core(0x30, 0, 5, 3);
    Frame reply = rig.ask(frame);
    assertThat(reply.count()).isEqualTo(1);
    assertThat(reply.status(0)).isEqualTo(2);
    assertThat(rig.word(8)).isZero();
  }

  @Test
  void allComparesBeforeItChanges() {
    // The write comes first in the packet; the compare sees what stood there before.
    Frame frame =
        Frame.request(client.session, 1, 192)
            .flags(Frame.ALL)
            .operation(0, 0)
            .core(0x30, 0, 5, 0)
            .core(0x32, Frame.OPERANDS, 0, 0)
            .operands(0, 20);
    Frame reply = rig.ask(frame);
    assertThat(reply.status(1)).isZero();
    assertThat(reply.value(1)).isZero();
    assertThat(rig.word(0)).isEqualTo(20);
  }

  @Test
  void allComparesEveryWidth() {
    rig.word(0, 0xFFFF_FFFF_0000_0007L);
    rig.word(16, 1);
    rig.word(24, 2);
    byte[] wide = new byte[32];
    wide[0] = 1;
    wide[8] = 2;
    wide[16] = 3;
    wide[24] = 4;
    Frame frame =
        Frame.request(client.session, 1, 192)
            .flags(Frame.ALL)
            .operation(0, 0)
            .core(0x32, Frame.OPERANDS | Frame.WIDTH_4, 0, 0)
            .operands(7, 8)
            .core(0x32, Frame.DATA | Frame.WIDTH_16, 32, 16)
            .data(wide);
    assertThat(rig.ask(frame).status(0)).isZero();
    assertThat(rig.word(0)).isEqualTo(0xFFFF_FFFF_0000_0008L);
    assertThat(rig.word(16)).isEqualTo(3);
    assertThat(rig.word(24)).isEqualTo(4);
    Frame narrowFails = rig.ask(frame.operation(1, 0));
    assertThat(narrowFails.status(0)).isEqualTo(16);
    assertThat(narrowFails.value(0)).isEqualTo(8);
    rig.word(0, 7);
    Frame wideFails = rig.ask(frame.operation(2, 0));
    assertThat(wideFails.status(0)).isEqualTo(16);
    assertThat(wideFails.value(0)).isEqualTo(3);
    assertThat(rig.word(0)).isEqualTo(7);
  }
}
