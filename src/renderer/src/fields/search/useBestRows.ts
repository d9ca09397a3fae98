import type { AppError } from '#contract/errors.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { bestRows, isNamed } from './bestRows.ts';

/** The best matching rows of a kind. */
interface Best {
  readonly rows: readonly Row[];
  /** The number of records with the text in any field; null while unknown. */
  readonly total: number | null;
  readonly error: AppError | null;
  /** True while an answer is missing. */
  readonly loading: boolean;
}

const ASKED = 24;

/**
 * Finds rows by code or name; none for an empty text.
 *
 * A list is sorted by code, so that a match in a description may come first. Codes and names are
 * therefore searched separately, and the best matches come first.
 */
export function useBestRows(kind: Kind, search: string, most: number): Best {
  const { key, title } = resourceOf(kind);
  const asks = search === '' ? null : { kind, limit: ASKED };
  const within = (field: string | null) =>
    asks === null || field === null
      ? null
      : { ...asks, where: [{ field, op: 'contains' as const, value: search }] };
  const byKey = useProcedure('records.list', within(key));
  const byTitle = useProcedure('records.list', within(title));
  const anywhere = useProcedure('records.list', asks && { ...asks, search });
  // Rows of an older answer stay visible if they match the new text.
  const rows = [byKey, byTitle, anywhere].flatMap(({ data, stale }) =>
    (data?.rows ?? []).filter((row) => !stale || isNamed(row, title, search)),
  );
  return {
    rows: bestRows(rows, title, search, most),
    total: anywhere.stale ? null : (anywhere.data?.total ?? null),
    error: anywhere.error ?? byKey.error ?? byTitle.error,
    loading: byKey.loading || byTitle.loading || anywhere.loading,
  };
}
