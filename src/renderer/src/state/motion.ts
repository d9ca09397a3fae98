/** Milliseconds without scrolling after which a list counts as still. */
export const STILL = 160;
/** Longest wait for a still list, in milliseconds. */
const LONGEST = 1_000;

let movedAt = -Infinity;

/** Notes that a list was scrolled. */
export function noteMotion(): void {
  movedAt = performance.now();
}

/**
 * Runs a function when no list scrolls.
 *
 * Work between two scroll steps would make the list stutter.
 */
export function whenStill(act: () => void): void {
  const asked = performance.now();
  const look = () => {
    const left = Math.min(movedAt + STILL, asked + LONGEST) - performance.now();
    if (left <= 0) act();
    else setTimeout(look, left);
  };
  look();
}
