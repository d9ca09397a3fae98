import type { Row } from '#contract/procedures.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { lockOf } from '../../../fields/model/access.ts';
import type { Lock } from '../../../fields/model/access.ts';
import { isDraft, isLeaving } from '../../../fields/model/changes.ts';
import type { Changes } from '../../../fields/model/changes.ts';
import type { Column } from '../../../fields/model/columns.ts';
import type { Rows } from '../state/rowStore.ts';
import type { Cursor } from './useCursor.ts';
import type { Editing } from './useEdit.ts';

/** The state that the parts of one grid share. */
export interface GridContext {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly rows: Rows;
  readonly changes: Changes;
  readonly columns: readonly Column[];
  readonly cursor: Cursor;
  readonly editing: Editing;
}

/** Returns why a cell of a record is locked; null if it can be edited. */
export function lockAt({ changes }: GridContext, record: Row, { field }: Column): Lock {
  if (field === null) return 'byService';
  const operations = changes.get(record.id);
  return lockOf(field, isDraft(operations) ? 'draft' : 'update', isLeaving(operations));
}

/** Returns whether free text can be typed into a cell; flags and dates have their own inputs. */
export function takesText({ field }: Column): boolean {
  return field !== null && field.type !== 'flag' && field.type !== 'date';
}
