/** Slots for stashed cells: this many windows can close without overwriting each other's cells. */
export const CELL_PLACES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

let place = 0;
let isClaimed = false;

/** Returns the slot in which this window stashes its cells. */
export function cellPlace(): number {
  return place;
}

/** Claims a slot that no other open window has; closing the page frees it. */
export function claimCellPlace(): void {
  if (isClaimed) return;
  isClaimed = true;
  // If the claim fails, this window uses the first slot.
  claim().catch(() => undefined);
}

async function claim(): Promise<void> {
  for (const each of CELL_PLACES) {
    if (!(await isHeld(each))) continue;
    place = each;
    return;
  }
}

/** Returns whether this window now holds the lock of a slot. */
function isHeld(each: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? null : new Promise(() => {});
    };
    navigator.locks.request(`cabinet:cells:${each}`, { ifAvailable: true }, held).catch(reject);
  });
}
