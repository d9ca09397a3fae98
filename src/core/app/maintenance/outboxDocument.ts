import { resourceOf } from '#contract/resources/registry.ts';
import { BatchStore } from '../../store/batchStore.ts';
import type { StoredBatch } from '../../store/batchStore.ts';
import { ownedOperation } from '../../outbox/actions.ts';
import type { Entity } from '../../store/entityStore.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { Upload } from '../../store/uploadStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { FieldChange } from '../../record/diff.ts';
import { changesOf } from '../../record/diff.ts';

/** One unconfirmed operation with its related data. */
export interface Waiting {
  readonly operation: StoredOperation;
  readonly entity: Entity;
  readonly changes: readonly FieldChange[];
  readonly uploads: readonly Upload[];
  /** The operations that must be done before it. */
  readonly needs: readonly string[];
  /** The batches that it belongs to; undo works on batches. */
  readonly groups: readonly StoredBatch[];
}

/** Returns all unconfirmed operations in their present state. */
export function readWaiting(ws: Workspace): readonly Waiting[] {
  const groups = new BatchStore(ws.work).ofOpen();
  return ws.operations.open().map((operation) => {
    const { entity } = ownedOperation(ws, operation.id);
    const base = operation.base === null ? {} : parseDoc(operation.base);
    return {
      operation,
      entity,
      changes: changesOf(resourceOf(entity.kind), base, operation.patch),
      uploads: ws.uploads.of(operation.seq),
      needs: ws.operations.needsOf(operation.seq).map(({ id }) => id),
      groups: groups.get(operation.id) ?? [],
    };
  });
}

/** The head of the exported document. */
export interface DocumentHead {
  readonly cabinet: string;
  readonly service: string | null;
  readonly account: string | null;
  readonly exportedAt: string;
  readonly files: readonly {
    readonly sha256: string;
    readonly size: number;
    readonly part: string;
  }[];
  readonly missing: readonly string[];
}

/**
 * Yields the outbox as JSON text, for other programs.
 *
 * The document contains all data of the pending operations.
 */
export function* outboxJson(head: DocumentHead, waiting: readonly Waiting[]): Generator<string> {
  const { files, missing, ...about } = head;
  const first = { format: 'cabinet-outbox', version: 1, ...about, files, missing };
  yield `${JSON.stringify(first, null, 2).slice(0, -2)},\n  "operations": [`;
  let before = '\n';
  for (const each of waiting) {
    yield before + JSON.stringify(entryOf(each), null, 2).replaceAll(/^/gm, '    ');
    before = ',\n';
  }
  yield '\n  ]\n}\n';
}

function entryOf({ operation, entity, changes, uploads, needs, groups }: Waiting): object {
  const { id, action, state, reason, patch, base, attempts } = operation;
  return {
    id,
    kind: entity.kind,
    action,
    record: { id: entity.serviceId, localId: entity.eid, key: entity.key, title: entity.title },
    state,
    reason,
    attempts,
    queuedAt: timeOf(operation.createdAt),
    sentAt: timeOf(operation.sentAt),
    needs,
    groups: groups.map(({ id: group, label }) => ({ id: group, label })),
    changes,
    patch,
    /** The service's own text; parsing and printing it would change long numbers. */
    base,
    files: uploads.map(({ file, field, name, sendAs, sha256, size, path }) => ({
      id: file,
      field,
      name,
      sendAs,
      sha256,
      size,
      path,
    })),
  };
}

/** Returns a time in milliseconds as ISO 8601. */
export function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
