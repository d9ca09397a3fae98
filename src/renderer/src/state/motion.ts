/** Without a move for so long a list stands still, in milliseconds. */
export const STILL = 160;
/** What waits for that is done after so long all the same. */
const LONGEST = 1_000;

let movedAt = -Infinity;

/** A list was scrolled. */
export function noteMotion(): void {
  movedAt = performance.now();
}

/** Does something when no list moves: drawn between two steps of a scrolled list it would make it stutter. */
export function whenStill(act: () => void): void {
  const asked = performance.now();
  const look = () => {
    const left = Math.min(movedAt + STILL, asked + LONGEST) - performance.now();
    if (left <= 0) act();
    else setTimeout(look, left);
  };
  look();
}
