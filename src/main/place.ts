import type { Rectangle, Size } from 'electron';

const SMALLEST = { width: 1024, height: 700 } as const;
const FIRST = { width: 1360, height: 860 } as const;

/** The part of each screen that neither a taskbar nor a dock covers. */
export interface Screens {
  /** Of the one on which a window is opened that says no other. */
  readonly primary: Rectangle;
  readonly all: readonly Rectangle[];
}

/**
 * Where the window was left, unless that is on no screen any more; and nowhere larger than what is there: the screen
 * of a laptop that was taken from its desk hides neither the buttons of the window nor the bar at its foot.
 */
export function placeOn({ primary, all }: Screens, kept: Rectangle | null): Rectangle | Size {
  if (kept !== null && all.some((area) => overlaps(area, kept))) return within(around(all), kept);
  return sizeIn(primary, kept ?? FIRST);
}

/** How small the window may be made, where the smallest screen has room for that. */
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

/** All screens together: a window may lie across two of them. */
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
