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

/** What the parts of one grid share. */
export interface GridContext {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly rows: Rows;
  readonly changes: Changes;
  readonly columns: readonly Column[];
  readonly cursor: Cursor;
  readonly editing: Editing;
}

/** Why a record's cell cannot be edited; null when it can. */
export function lockAt({ changes }: GridContext, record: Row, { field }: Column): Lock {
  if (field === null) return 'byService';
  const operations = changes.get(record.id);
  return lockOf(field, isDraft(operations) ? 'draft' : 'update', isLeaving(operations));
}

/** Tells whether any text can be typed over a cell; a flag and a date are chosen from what there is. */
export function takesText({ field }: Column): boolean {
  return field !== null && field.type !== 'flag' && field.type !== 'date';
}
