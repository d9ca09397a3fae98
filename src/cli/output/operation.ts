import type { Operation } from '#contract/operations.ts';
import { isoTime, clean, cut } from './text.ts';

/**
 * Returns an operation as its JSON answer.
 *
 * The reason is a sentence, times are ISO text.
 */
export function operationAnswer(operation: Operation) {
  const { files, reason, seq: _, ...rest } = operation;
  return {
    ...rest,
    reason: reason?.text ?? null,
    reasonCode: reason?.code ?? null,
    files: files.map(({ field, name, size, sha256, state, path }) => ({
      field,
      name,
      size,
      sha256,
      state,
      path,
    })),
    createdAt: isoTime(operation.createdAt),
    updatedAt: isoTime(operation.updatedAt),
    sentAt: isoTime(operation.sentAt),
    nextAt: isoTime(operation.nextAt),
  };
}

/** Returns the record of an operation by its code, otherwise its name. */
export function subject({ kind, key, title }: Operation): string {
  return `${kind} ${clean(key ?? cut(title, 48))}`;
}

/** Returns the next step for an operation that needs the user. */
export function nextStep(operation: Operation): string {
  const { id, kind, recordId, state } = operation;
  switch (state) {
    case 'refused':
      return `Correct it with: cabinet edit ${kind} ${recordId} …, retry it with: cabinet retry ${id}, or discard it with: cabinet discard ${id}`;
    case 'conflict':
      return `Resolve it with: cabinet resolve ${id} --mine | --theirs${fieldChoice(operation)}`;
    case 'unknown':
      return `Run cabinet push again later, or wait for the result with: cabinet push --wait`;
    case 'waiting':
      return 'Send it with: cabinet push';
    case 'held':
      return `Resume it with: cabinet release ${id}`;
    case 'sending':
    case 'done':
    case 'discarded':
    case 'merged':
      return '';
    default:
      throw new Error(`no such state: ${String(state)}`);
  }
}

function fieldChoice({ conflict }: Operation): string {
  if (conflict?.type !== 'fields') return '';
  const clashing = conflict.fields.filter(({ clash }) => clash);
  return clashing.map(({ field }) => ` | --field ${field}=mine|theirs`).join('');
}
