import type { FileMatch } from '#contract/files/match.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { yieldToEventLoop } from '../platform/yieldToEventLoop.ts';
import { Matcher } from '../files/match.ts';
import type { Named } from '../files/match.ts';
import type { ReadStores } from '../workspace/readStores.ts';

/** Small enough that requests of the window do not wait. */
const SLICE = 500;

const row = z.object({
  rid: z.number(),
  id: z.string(),
  key: z.string().nullable(),
  title: z.union([z.string(), z.number()]).nullable(),
});

/**
 * Proposes records for files by their names.
 *
 * The catalogue is read in slices.
 */
export async function matchFiles(
  stores: Pick<ReadStores, 'cache'>,
  kind: Kind | null,
  files: readonly { readonly id: string; readonly path: string }[],
): Promise<FileMatch[]> {
  const matcher = new Matcher();
  const kinds = kind === null ? resources.map((each) => each.kind) : [kind];
  for (const each of kinds)
    if (resourceOf(each).upload !== null) await readNames(stores, each, matcher);
  const matches: FileMatch[] = [];
  for (const [index, { id, path }] of files.entries()) {
    if (index % SLICE === SLICE - 1) await yieldToEventLoop();
    matches.push(matcher.match(id, path));
  }
  return matches;
}

async function readNames(
  { cache }: Pick<ReadStores, 'cache'>,
  kind: Kind,
  matcher: Matcher,
): Promise<void> {
  const { title } = resourceOf(kind);
  const page = cache.prepare(
    `SELECT rid, id, key, fields ->> ? AS title FROM ${tablesOf(kind).rows}
     WHERE rid > ? ORDER BY rid LIMIT ${SLICE}`,
  );
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = page.all(`$.${title}`, last).map((each) => row.parse(each));
    for (const { id, key, title } of rows) {
      const named: Named = { kind, id, key, title: String(title ?? '') };
      matcher.add(named);
    }
    last = rows.at(-1)?.rid ?? last;
    if (rows.length < SLICE) return;
    await yieldToEventLoop();
  }
}
