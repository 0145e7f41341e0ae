package io.netdam.engine;

/** A list through the slots of a peer; a slot is on one list at a time. */
final class SlotList {
  private final OperationSlots slots;
  private int first = OperationSlots.NONE;
  private int last = OperationSlots.NONE;
  private int size;

  SlotList(OperationSlots slots) {
    this.slots = slots;
  }

  int first() {
    return first;
  }

  int last() {
    return last;
  }

  int next(int slot) {
    return slots.next[slot];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void addLast(int slot) {
    slots.previous[slot] = last;
    slots.next[slot] = OperationSlots.NONE;
    if (last == OperationSlots.NONE) {
      first = slot;
    } else {
      slots.next[last] = slot;
    }
    last = slot;
    size++;
  }

  void remove(int slot) {
    int before = slots.previous[slot];
    int after = slots.next[slot];
    if (before == OperationSlots.NONE) {
      assert first == slot;
      first = after;
    } else {
      slots.next[before] = after;
    }
    if (after == OperationSlots.NONE) {
      assert last == slot;
      last = before;
    } else {
      slots.previous[after] = before;
    }
    size--;
  }
}
