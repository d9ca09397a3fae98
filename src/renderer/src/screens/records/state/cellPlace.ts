/** So many windows can put down the cells over which they are closed without one writing over another's. */
export const CELL_PLACES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

let place = 0;
let isClaimed = false;

/** The place in which this window puts down its cells. */
export function cellPlace(): number {
  return place;
}

/** Claims a place that no other open window has; it is free again when the page goes. */
export function claimCellPlace(): void {
  if (isClaimed) return;
  isClaimed = true;
  // Where it cannot be claimed this window does as if it were alone.
  claim().catch(() => undefined);
}

async function claim(): Promise<void> {
  for (const each of CELL_PLACES) {
    if (!(await isHeld(each))) continue;
    place = each;
    return;
  }
}

/** Whether a place is this window's now. */
function isHeld(each: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? null : new Promise(() => {});
    };
    navigator.locks.request(`cabinet:cells:${each}`, { ifAvailable: true }, held).catch(reject);
  });
}
