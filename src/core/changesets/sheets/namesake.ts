import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import { maybeText } from '../../store/cells.ts';
import type { Db } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';

/** Returns the issue of a new record with an existing name, or null. */
export function namesakeIssue(
  cache: Db,
  resource: Resource,
  name: string,
  place: string,
): Issue | null {
  const id = namesakeOf(cache, resource, name);
  if (id === null) return null;
  return { place, value: name, ...expecting('twiceName', { column: ID_COLUMN, id }) };
}

/** Returns the id of a record that has a name, or null. */
export function namesakeOf(cache: Db, { kind, title }: Resource, name: string): string | null {
  // Many rows are checked; the sort column has an index.
  const same = prepared(
    cache,
    `SELECT id FROM ${tablesOf(kind).rows} WHERE c_${title} = sort_key(@name)
       AND fields ->> '$.${title}' = @name LIMIT 1`,
  ).pluck();
  const ids = [name, visibleText(name)].map((each) => maybeText.parse(same.get({ name: each })));
  return ids.find((each) => each !== undefined) ?? null;
}
