import type { Disk } from '../platform/disk.ts';
import { isNonsense, transact } from './database.ts';
import type { Db } from './database.ts';
import {
  dropPart,
  foreignParts,
  hasParts,
  holdsOddValues,
  isSchemaShort,
  layoutBy,
} from './foreignSchema.ts';
import type { SchemaPart } from './foreignSchema.ts';
import { mirrorLayouts } from './mirrorSchema.ts';
import { createProjections, forgetProjection } from './projectionSchema.ts';

interface Layouts {
  /** The lasting tables and triggers of each version. */
  readonly lasting: readonly (readonly SchemaPart[])[];
  readonly projections: readonly SchemaPart[];
}

let known: Layouts | null = null;

function layoutsOf(disk: Disk): Layouts {
  const lasting = mirrorLayouts.map((build) => layoutBy(disk, build));
  const whole = layoutBy(disk, (db) => {
    mirrorLayouts.at(-1)?.(db);
    createProjections(db);
  });
  return { lasting, projections: whole };
}

/**
 * Removes everything from a mirror that Cabinet did not make; returns false where the lasting tables
 * themselves are different.
 *
 * A foreign rule, computed column or trigger could change the shown values, or compute without end. Call before any row is read. A projection that loses a part is created again.
 */
export function keepOwnMirror(disk: Disk, db: Db, searchLong: boolean): boolean {
  if (!isSchemaShort(db)) return false;
  // A file that was cut to nothing is set aside as damaged.
  if (foreignParts(db).length === 0) return true;
  known ??= layoutsOf(disk);
  const { lasting, projections } = known;
  const layout = lasting.findLast((each) => hasParts(db, each));
  if (layout === undefined) return false;
  const foreign = foreignParts(db, layout, projections);
  if (foreign.length > 0 && !remove(db, foreign)) return false;
  return !searchLong || !holdsOddValues(db);
}

/** Tables come last: removing one removes its triggers, its indexes and the parts of a text index. */
const ORDER = ['trigger', 'view', 'index', 'table'];

function remove(db: Db, foreign: readonly SchemaPart[]): boolean {
  const ordered = foreign.toSorted(
    (a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || a.name.length - b.name.length,
  );
  try {
    transact(db, () => {
      for (const part of ordered) {
        dropPart(db, part);
        forgetProjection(db, part.name);
      }
    });
    return true;
  } catch (error) {
    if (isNonsense(error)) return false;
    throw error;
  }
}
