import { baseUnit, bed, desk, mediaUnit, table, tallUnit, wallUnit } from './kitchen-and-rooms.ts';
import {
  bookcase,
  chest,
  displayCabinet,
  nightstand,
  shoeCabinet,
  slidingWardrobe,
  wardrobe,
} from './storage.ts';
import type { Furniture, FurnitureKind } from './parts.ts';
import type { Solid } from '../solids.ts';

const builders: Readonly<Record<FurnitureKind, (f: Furniture, open: boolean) => Solid[]>> = {
  szafa: wardrobe,
  'szafa-przesuwna': slidingWardrobe,
  komoda: chest,
  biurko: desk,
  'szafka-dolna': baseUnit,
  'szafka-gorna': wallUnit,
  regal: bookcase,
  lozko: bed,
  'szafka-nocna': nightstand,
  'stolik-rtv': mediaUnit,
  stol: table,
  witryna: displayCabinet,
  'szafka-na-buty': shoeCabinet,
  slupek: tallUnit,
};

/** Returns the bodies of a piece of furniture; `open` leaves out its fronts. */
export function build(f: Furniture, open = false): Solid[] {
  return builders[f.kind](f, open);
}
