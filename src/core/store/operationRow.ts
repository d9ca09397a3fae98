import { actionSchema, conflictSchema, reasonSchema, stateSchema } from '#contract/operations.ts';
import { z } from '#contract/zod.ts';
import { patchSchema } from '../record/patch.ts';
import { jsonText } from './cells.ts';

/** A row with `OPERATION_COLUMNS`. */
export const operationRow = z.object({
  seq: z.number(),
  id: z.string(),
  eid: z.string(),
  action: actionSchema,
  patch: jsonText(patchSchema),
  /** The service's record that the user was looking at, as text; null for a creation. */
  base: z.string().nullable(),
  state: stateSchema,
  reason: jsonText(reasonSchema).nullable(),
  conflict: jsonText(conflictSchema).nullable(),
  groupId: z.string().nullable(),
  /** Whether an existing record with this code is accepted, even if someone else created it. */
  ensure: z.number().transform((value) => value === 1),
  attempts: z.number(),
  unknowns: z.number(),
  form: z.number(),
  nextAt: z.number().nullable(),
  sentAt: z.number().nullable(),
  /** `sentAt` on the monotonic clock: milliseconds since the computer started. */
  sentSteady: z.number().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  digest: z.string(),
});

/** One stored operation. */
export type StoredOperation = z.infer<typeof operationRow>;

const headRow = operationRow.pick({ seq: true, eid: true, state: true, nextAt: true });
/** Rows of the columns of an operation that hold no content. */
export const headRows = z.array(headRow);
/** An operation without its content. */
export type OperationHead = z.infer<typeof headRow>;

/** The columns of one operation. */
export const OPERATION_COLUMNS = `seq, id, eid, action, patch, base, state, reason, conflict, group_id AS groupId, ensure,
  attempts, unknowns, form, next_at AS nextAt, sent_at AS sentAt,
  sent_steady AS sentSteady, created_at AS createdAt, updated_at AS updatedAt, digest`;
