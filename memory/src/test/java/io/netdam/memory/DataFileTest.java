package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netdam.memory.DataFile.Settings;
import io.netdam.memory.DataFileException.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: memory outlives its process; an epoch is kept only over a planned stop, and never met
 * twice; each file that does not fit is refused with its reason, and left byte for byte as it was.
 */
class DataFileTest {
  private static final long MEMORY_BYTES = 64 * 1024;
  private static final long SESSION_BYTES = 16 * 1024;
  private static final Settings SETTINGS = settings(MEMORY_BYTES);

  @TempDir Path directory;

  private static Settings settings(long memoryBytes) {
    return new Settings(memoryBytes, 4096, SESSION_BYTES, 41, 0x1111, 0x2222);
  }

  private Path file() {
    return directory.resolve("device.netdam");
  }

  private DataFile open() throws DataFileException {
    return DataFile.open(file(), SETTINGS, new Zeros());
  }

  private Reason refusal(Path file, Settings settings, Preallocator preallocator) {
    DataFileException refused =
        catchThrowableOfType(
            DataFileException.class, () -> DataFile.open(file, settings, preallocator));
    assertThat(refused)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(refused.remedy());
    assertThat(refused.file()).isEqualTo(file.toString());
    assertThat(refused.remedy()).endsWith(".");
    return refused.reason();
  }

  private Reason refusal() {
    return refusal(file(), SETTINGS, new Zeros());
  }

  @Test
  void aNewFileHasTheEpochAndIdentityGivenAndAllItsBlocks() throws IOException {
    try (DataFile data = open()) {
      assertThat(data.created()).isTrue();
      assertThat(data.epoch()).isEqualTo(41);
      assertThat(data.deviceIdHigh()).isEqualTo(0x1111);
      assertThat(data.deviceIdLow()).isEqualTo(0x2222);
      assertThat(data.sessionBytes()).isZero();
      assertThat(data.region().length()).isEqualTo(MEMORY_BYTES);
      assertThat(data.region().base()).isEqualTo(4096);
      assertThat(data.sessionArea().byteSize()).isEqualTo(SESSION_BYTES);
      assertThat(data.region().getLong(4096 + MEMORY_BYTES - 8)).isZero();
    }
    assertThat(Files.size(file())).isEqualTo(8192 + MEMORY_BYTES + SESSION_BYTES);
    try (var files = Files.list(directory)) {
      assertThat(files).as("nothing half-made beside").containsExactly(file());
    }
  }

  @Test
  void aPlannedStopKeepsTheEpochAndHandsTheSessionsOverOnce() throws IOException {
    try (DataFile data = open()) {
      data.region().setLong(4096 + 128, 77);
      data.sessionArea().set(Layouts.WORD, 992, 88);
      data.stop(1000);
    }
    try (DataFile data =
        DataFile.open(file(), new Settings(MEMORY_BYTES, 0, 0, 9, 9, 9), new Zeros())) {
      assertThat(data.created()).isFalse();
      assertThat(data.epoch()).isEqualTo(41);
      assertThat(data.sessionBytes()).isEqualTo(1000);
      assertThat(data.sessionArea().get(Layouts.WORD, 992)).isEqualTo(88);
      assertThat(data.region().getLong(128)).isEqualTo(77);
      assertThat(data.deviceIdLow()).isEqualTo(0x2222);
    }
    try (DataFile data = open()) { // the one before was not stopped
      assertThat(data.epoch()).isEqualTo(42);
      assertThat(data.sessionBytes()).isZero();
      assertThat(data.region().getLong(4096 + 128)).isEqualTo(77);
    }
  }

  @Test
  void aDeviceThatCannotUseTheSessionsBeginsANewEpochForGood() throws IOException {
    try (DataFile data = open()) {
      data.stop(1000);
    }
    try (DataFile data = open()) {
      assertThat(data.sessionBytes()).isEqualTo(1000);
      data.raiseEpoch();
      assertThat(data.epoch()).isEqualTo(42);
    }
    try (DataFile data = open()) {
      assertThat(data.epoch()).isEqualTo(43);
      assertThat(data.sessionBytes()).isZero();
      data.raiseEpoch();
      data.stop(8);
    }
    try (DataFile data = open()) {
      assertThat(data.epoch()).isEqualTo(44);
      assertThat(data.sessionBytes()).isEqualTo(8);
    }
  }

  @Test
  void everyOtherEndRaisesTheEpoch() throws IOException {
    for (long epoch = 41; epoch < 50; epoch++) {
      try (DataFile data = open()) {
        assertThat(data.epoch()).isEqualTo(epoch);
      }
    }
  }

  @Test
  void sessionsThatWereDamagedMeanwhileAreNotTakenOver() throws IOException {
    try (DataFile data = open()) {
      data.stop(1000);
    }
    poke(8192 + MEMORY_BYTES + 999, 1);
    try (DataFile data = open()) {
      assertThat(data.sessionBytes()).isZero();
      assertThat(data.epoch()).isEqualTo(42);
    }
  }

  private void poke(long at, int value) throws IOException {
    try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap(new byte[] {(byte) value}), at);
    }
  }

  @Test
  void oneBrokenHeaderBlockIsSurvivedAndNeverGoesBackToAnOldEpoch() throws IOException {
    for (int round = 0; round < 6; round++) {
      open().close();
    }
    byte[] good = Files.readAllBytes(file());
    for (int block = 0; block < 2; block++) {
      Files.write(file(), good);
      poke(block * 4096 + 30, 0x55);
      try (DataFile data = open()) {
        // Epoch 46 was the last one; where its block broke, the one before says 45.
        assertThat(data.epoch()).isBetween(47L, 48L);
      }
    }
    Files.write(file(), good);
    poke(30, 0x55);
    poke(4096 + 30, 0x55);
    byte[] broken = Files.readAllBytes(file());
    assertThat(refusal()).isEqualTo(Reason.DAMAGED);
    assertThat(Files.readAllBytes(file())).isEqualTo(broken);
  }

  @Test
  void sessionsAreNotTakenOverTwiceWhenTheNewestHeaderBreaks() throws IOException {
    try (DataFile data = open()) {
      data.stop(1000);
    }
    byte[] stopped = Files.readAllBytes(file());
    open().close(); // takes the sessions over
    int newest = Arrays.mismatch(stopped, Files.readAllBytes(file())) / 4096;
    poke(newest * 4096 + 20, 0x55);
    try (DataFile data = open()) {
      assertThat(data.sessionBytes()).isZero();
      assertThat(data.epoch()).isEqualTo(43);
    }
  }

  @Test
  void aHeaderTornByACrashLeavesTheOneBefore() throws IOException {
    open().close();
    byte[] before = Files.readAllBytes(file());
    open().close();
    byte[] after = Files.readAllBytes(file());
    int block = Arrays.mismatch(before, after) / 4096;
    for (int torn = 0; torn < 4096; torn += 7) {
      byte[] mixed = after.clone();
      System.arraycopy(before, block * 4096 + torn, mixed, block * 4096 + torn, 4096 - torn);
      Files.write(file(), mixed);
      try (DataFile data = open()) {
        assertThat(data.epoch()).as("torn at %d", torn).isIn(42L, 43L);
      }
    }
  }

  @Test
  void anotherSizeIsRefusedAndNamed() throws IOException {
    open().close();
    byte[] before = Files.readAllBytes(file());
    assertThat(refusal(file(), settings(MEMORY_BYTES * 2), new Zeros()))
        .isEqualTo(Reason.OTHER_SIZE);
    assertThatThrownBy(() -> DataFile.open(file(), settings(128), new Zeros()))
        .hasMessageContaining("holds 65536 bytes of memory, not 128")
        .hasMessageContaining("Ask for 65536 bytes");
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    open().close();
    poke(8, 2);
    poke(4096 + 8, 2);
    byte[] before = Files.readAllBytes(file());
    assertThat(refusal()).isEqualTo(Reason.OTHER_VERSION);
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @Test
  void whatIsNoDataFileIsRefused() throws IOException {
    for (int length : new int[] {0, 1, 100, 4096, 100_000}) {
      byte[] foreign = new byte[length];
      Arrays.fill(foreign, (byte) 'x');
      Files.write(file(), foreign);
      assertThat(refusal()).as("%d bytes", length).isEqualTo(Reason.NOT_A_DATA_FILE);
      assertThat(Files.readAllBytes(file())).isEqualTo(foreign);
    }
    assertThat(refusal(directory, SETTINGS, new Zeros())).isEqualTo(Reason.NOT_A_DATA_FILE);
  }

  @Test
  void aFileCutOrExtendedIsRefused() throws IOException {
    open().close();
    byte[] good = Files.readAllBytes(file());
    for (int length : new int[] {8192, good.length - 1, good.length + 1}) {
      byte[] cut = Arrays.copyOf(good, length);
      Files.write(file(), cut);
      assertThat(refusal()).isEqualTo(Reason.DAMAGED);
      assertThat(Files.readAllBytes(file())).isEqualTo(cut);
    }
  }

  @Test
  void aFileOfAnotherUserIsRefused() throws IOException {
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root gives away");
    open().close();
    byte[] before = Files.readAllBytes(file());
    Files.setOwner(
        file(),
        file().getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    assertThat(refusal()).isEqualTo(Reason.OTHER_OWNER);
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @Test
  void aFileOpenInThisProcessIsRefusedAndStaysLocked() throws Exception {
    Path link = directory.resolve("same");
    try (DataFile data = open()) {
      Files.createLink(link, file());
      assertThat(refusal()).isEqualTo(Reason.ALREADY_OPEN);
      assertThat(refusal(link, SETTINGS, new Zeros())).isEqualTo(Reason.ALREADY_OPEN);
      assertThat(child("refused"))
          .as("the attempts did not drop the lock")
          .isEqualTo("ALREADY_OPEN");
      assertThat(data.epoch()).isEqualTo(41);
    }
    open().close();
  }

  private String child(String mode) throws Exception {
    Process process =
        ChildJvm.start(Main.class, file().toString(), mode).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output.strip();
  }

  @Test
  void aProcessThatIsKilledLeavesItsStoresAndANewEpoch() throws Exception {
    open().close();
    Process process =
        ChildJvm.start(Main.class, file().toString(), "stay").redirectErrorStream(true).start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).isEqualTo("epoch 42");
      assertThat(refusal()).isEqualTo(Reason.ALREADY_OPEN);
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    try (DataFile data = open()) {
      assertThat(data.epoch()).isEqualTo(43);
      assertThat(data.region().getLong(4096)).isEqualTo(4711);
    }
  }

  /** The other process. */
  static final class Main {
    public static void main(String[] arguments) throws IOException {
      try (DataFile data = DataFile.open(Path.of(arguments[0]), SETTINGS, new Zeros())) {
        data.region().setLong(4096, 4711);
        System.out.println("epoch " + data.epoch());
        if (arguments[1].equals("stay")) {
          System.in.transferTo(OutputStream.nullOutputStream()); // until the parent ends it
        }
      } catch (DataFileException refused) {
        System.out.println(refused.reason());
      }
    }
  }

  @Test
  void aFullDiskIsRefusedAndTheHalfMadeFileRemoved() throws IOException {
    Preallocator full =
        (path, bytes) -> {
          Files.write(path, new byte[1000]);
          throw new IOException("No space left on device");
        };
    assertThat(refusal(file(), SETTINGS, full)).isEqualTo(Reason.DISK_FULL);
    Settings huge = new Settings(DataFile.MEMORY_BYTES_MAX, 0, 0, 1, 0, 0);
    assertThat(refusal(file(), huge, new Zeros())).isEqualTo(Reason.DISK_FULL);
    Preallocator broken =
        (path, bytes) -> {
          throw new IOException("Input/output error");
        };
    assertThat(refusal(file(), SETTINGS, broken)).isEqualTo(Reason.INPUT_OUTPUT);
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  /** A process that is killed while it makes the file. */
  static final class Maker {
    public static void main(String[] arguments) throws IOException {
      Preallocator endless =
          (path, bytes) -> {
            Files.write(path, new byte[1000]);
            System.out.println(path.getFileName());
            System.in.transferTo(OutputStream.nullOutputStream());
          };
      DataFile.open(Path.of(arguments[0]), SETTINGS, endless).close();
    }
  }

  @Test
  void whatAKilledMakerLeftIsRemovedAndWhatALivingOneMakesIsNot() throws Exception {
    Process dead = ChildJvm.start(Maker.class, file().toString()).redirectErrorStream(true).start();
    Process alive =
        ChildJvm.start(Maker.class, file().toString()).redirectErrorStream(true).start();
    try (BufferedReader deadOutput =
            new BufferedReader(
                new InputStreamReader(dead.getInputStream(), StandardCharsets.UTF_8));
        BufferedReader aliveOutput =
            new BufferedReader(
                new InputStreamReader(alive.getInputStream(), StandardCharsets.UTF_8))) {
      Path left = directory.resolve(deadOutput.readLine());
      Path half = directory.resolve(aliveOutput.readLine());
      dead.destroyForcibly();
      assertThat(dead.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(left).as("nobody could remove it").exists();
      Path foreign = Files.createFile(directory.resolve("device.netdam.1234.new"));
      try (DataFile data = open()) {
        assertThat(data.created()).isTrue();
        assertThat(data.epoch()).isEqualTo(41);
      }
      try (var files = Files.list(directory)) {
        assertThat(files).containsExactlyInAnyOrder(file(), half, foreign);
      }
    } finally {
      dead.destroyForcibly();
      alive.destroyForcibly();
      assertThat(alive.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aMissingDirectoryIsNamed() {
    Path file = directory.resolve("no/such/file");
    assertThat(refusal(file, SETTINGS, new Zeros())).isEqualTo(Reason.INPUT_OUTPUT);
  }

  @Test
  void aFileMadeByAnotherMeanwhileIsOpenedNotReplaced() throws IOException {
    Preallocator slow =
        (path, bytes) -> {
          try (DataFile other = open()) {
            other.region().setLong(4096, 5);
            other.stop(0);
          }
          new Zeros().allocate(path, bytes);
        };
    try (DataFile data = DataFile.open(file(), SETTINGS, slow)) {
      assertThat(data.created()).isFalse();
      assertThat(data.region().getLong(4096)).isEqualTo(5);
    }
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file());
    }
  }

  @Test
  void settingsOutOfRangeAreTheCallersFault() {
    for (long bytes : new long[] {0, -64, 63, 100, (1L << 46) + 64}) {
      assertThatThrownBy(() -> settings(bytes)).isInstanceOf(IllegalArgumentException.class);
    }
    for (long bytes : new long[] {-8, 7, (1L << 30) + 8}) {
      assertThatThrownBy(() -> new Settings(64, 0, bytes, 1, 0, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void moreSessionBytesThanThereIsRoomForAreRefused() throws IOException {
    try (DataFile data = open()) {
      assertThatThrownBy(() -> data.stop(SESSION_BYTES + 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> data.stop(-1)).isInstanceOf(IllegalArgumentException.class);
      data.force();
      data.stop(SESSION_BYTES);
    }
    try (DataFile data = open()) {
      assertThat(data.sessionBytes()).isEqualTo(SESSION_BYTES);
    }
  }
}
