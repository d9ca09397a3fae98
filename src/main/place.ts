import type { Rectangle, Size } from 'electron';

const SMALLEST = { width: 1024, height: 700 } as const;
const FIRST = { width: 1360, height: 860 } as const;

/** Work areas of the screens, without taskbars and docks. */
export interface Screens {
  /** The screen for a window without a stored position. */
  readonly primary: Rectangle;
  readonly all: readonly Rectangle[];
}

/**
 * Returns the bounds of the window from the stored ones.
 *
 * A position on no screen is dropped, and the size is limited to the screens. After a laptop leaves
 * its dock, the title bar and the status bar stay visible.
 */
export function placeOn({ primary, all }: Screens, kept: Rectangle | null): Rectangle | Size {
  if (kept !== null && all.some((area) => overlaps(area, kept))) return within(around(all), kept);
  return sizeIn(primary, kept ?? FIRST);
}

/** Returns the minimum window size, limited to the smallest screen. */
export function smallestOn({ all }: Screens): { minWidth: number; minHeight: number } {
  const { width: minWidth, height: minHeight } = all.reduce<Size>(sizeIn, SMALLEST);
  return { minWidth, minHeight };
}

function sizeIn(one: Size, other: Size): Size {
  return {
    width: Math.min(one.width, other.width),
    height: Math.min(one.height, other.height),
  };
}

function within(area: Rectangle, place: Rectangle): Rectangle {
  const { width, height } = sizeIn(area, place);
  const [right, bottom] = [area.x + area.width - width, area.y + area.height - height];
  return {
    x: Math.max(area.x, Math.min(place.x, right)),
    y: Math.max(area.y, Math.min(place.y, bottom)),
    width,
    height,
  };
}

/** Returns the bounds of all screens together; a window may span two. */
function around(areas: readonly Rectangle[]): Rectangle {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}

const GRIP = 80;

function overlaps(area: Rectangle, place: Rectangle): boolean {
  return (
    place.x + place.width > area.x + GRIP &&
    place.x < area.x + area.width - GRIP &&
    place.y + GRIP > area.y &&
    place.y < area.y + area.height - GRIP
  );
}
