import type { AppError } from '#contract/errors.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { bestRows, isNamed } from './bestRows.ts';

/** The rows of a kind that fit a text best. */
interface Best {
  readonly rows: readonly Row[];
  /** How many have the text anywhere; null while that is not known. */
  readonly total: number | null;
  readonly error: AppError | null;
  /** Not all of it is there yet. */
  readonly loading: boolean;
}

const ASKED = 24;

/**
 * Finds rows by code or name; none without a text. A list is sorted by code, so a match in some description may
 * stand before the code itself: what has the text in its code or name is asked for apart, and the best come first.
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
  // An answer to fewer letters stays in sight as far as it fits.
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
