import { invalid } from '#contract/errors.ts';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { show } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { queueBulk, showBulk } from '../bulkChangeset.ts';
import { readCondition } from '../input/where.ts';
import { kindWord, many, splitPair } from '../input/words.ts';
import { withCore } from '../withCore.ts';

const values = z.object({
  search: z.string().max(400, 'at most 400 characters').optional(),
  where: many,
  all: z.boolean().optional(),
  set: z.string().optional(),
  clear: z.string().optional(),
  replace: z.string().optional(),
  with: z.string().optional(),
  add: z.string().optional(),
  percent: z.string().optional(),
  round: z.string().optional(),
  dryRun: z.boolean().optional(),
  acceptWarnings: z.boolean().optional(),
});
type Options = z.infer<typeof values>;

/** Changes one field of many records as one batch. */
export const bulkCommand = command({
  usage: 'bulk <KIND>',
  about: 'Change all matching records: set, clear, replace, add or percent.',
  example: 'cabinet bulk materials --search oak --percent price=3.5 --round 0.10 --dry-run',
  options: [
    { flags: '--search <TEXT>', about: 'only records that contain all these words' },
    {
      flags: '--where <FIELD=VALUE>',
      about: 'only records that match, as in list',
      many: true,
    },
    { flags: '--all', about: 'all records of the kind' },
    { flags: '--set <FIELD=VALUE>', about: 'set the field to this value' },
    { flags: '--clear <FIELD>', about: 'clear the field' },
    { flags: '--replace <FIELD=TEXT>', about: 'replace this text with the text of --with' },
    { flags: '--with <TEXT>', about: 'replacement text; default: empty' },
    { flags: '--add <FIELD=AMOUNT>', about: 'add an amount; may be negative' },
    { flags: '--percent <FIELD=PERCENT>', about: 'change by a percentage; may be negative' },
    { flags: '--round <STEP>', about: 'round to a multiple, such as 0.10' },
    { flags: '--dry-run', about: 'preview only, save nothing' },
    {
      flags: '--accept-warnings',
      about: 'also save values that the server rejected before',
    },
  ],
  args: z.tuple([kindWord]),
  values,
  run: async (shell, [kind], options) => {
    const resource = resourceOf(kind);
    const change = readChange(options);
    const selection = { query: readQuery(resource, options) };
    const done = await withCore(shell, 'write', (core) =>
      queueBulk(core, shell, { kind, selection, change }, options),
    );
    return showBulk(shell, done, (count) => `Saved ${count} changes. Undo with: cabinet undo`);
  },
});

function readQuery(resource: Resource, { search, where, all }: Options) {
  if (search === undefined && where.length === 0 && all !== true)
    throw invalid([
      {
        place: '--all',
        value: 'missing',
        expected: '--search, --where, or --all for every record',
      },
    ]);
  return { kind: resource.kind, search, where: where.map((text) => readCondition(resource, text)) };
}

function readChange(options: Options): BulkChange {
  const { set, clear, replace, add, percent } = options;
  const given = [set, clear, replace, add, percent].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw invalid([
      {
        place: 'bulk',
        value: `${given.length} changes`,
        expected: 'one of --set, --clear, --replace, --add, --percent',
      },
    ]);
  refuseIdle('--round', options.round, '--add or --percent', add ?? percent);
  refuseIdle('--with', options.with, '--replace', replace);
  const round = options.round === undefined ? undefined : { to: options.round };
  if (clear !== undefined) return { code: 'clear', field: clear };
  if (set !== undefined) return { code: 'set', ...pair('--set', set, 'value') };
  if (replace !== undefined)
    return { code: 'replace', ...pair('--replace', replace, 'find'), with: options.with ?? '' };
  if (add !== undefined) return { code: 'add', ...pair('--add', add, 'amount'), round };
  return { code: 'percent', ...pair('--percent', percent ?? '', 'percent'), round };
}

/** Throws for an option that has no effect here, because the user meant something else. */
function refuseIdle(
  place: string,
  value: string | undefined,
  changes: string,
  change: string | undefined,
): void {
  if (value !== undefined && change === undefined)
    throw invalid([{ place, value: show(value), expected: `only together with ${changes}` }]);
}

function pair<N extends string>(
  place: string,
  text: string,
  name: N,
): { field: string } & Record<N, string> {
  const [field, value] = splitPair(text) ?? [];
  if (field === undefined || value === undefined)
    throw invalid([{ place, value: show(text), expected: 'FIELD=VALUE' }]);
  return { field, [name]: value } as { field: string } & Record<N, string>;
}
