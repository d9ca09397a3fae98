import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { everyOperation } from '#contract/operationPages.ts';
import { refusedGroups } from '#contract/refusedGroups.ts';
import type { RefusedGroup } from '#contract/refusedGroups.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { splitPair } from '../input/words.ts';
import { table } from '../output/table.ts';
import { clean, cut } from '../output/text.ts';
import { queueBulk, showBulk } from '../bulkChangeset.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';

const ACTIONS = ['export', 'correct'] as const;

const values = z.object({
  to: z
    .string({ error: () => 'a file ….zip' })
    .min(1, 'a file ….zip')
    .optional(),
  set: z.string().optional(),
  kind: z.enum(KINDS, { error: () => `one of ${KINDS.join(', ')}` }).optional(),
  dryRun: z.boolean().default(false),
  acceptWarnings: z.boolean().default(false),
});
type Options = z.infer<typeof values>;

/** Groups rejected changes by their reason, corrects a group, or exports the whole outbox. */
export const outboxCommand = command({
  usage: 'outbox [ACTION]',
  about:
    'Group the changes that the server rejected by the field that it named. correct sets that field in all of them; export writes all pending changes to a ZIP.',
  example: 'cabinet outbox correct --set status=1 --dry-run',
  details: `Without an action the JSON document has \`groups\`: \`kind\`, \`field\`, \`fact\` (\`required\` or \`restricted\`), the \`words\` of the server, the
\`operations\`, and in \`correctable\` those that can get another value. A corrected change waits to be sent again. \`export\` writes the changes with their files
and a readable spreadsheet; the changes stay in the outbox.`,
  options: [
    { flags: '--set <FIELD=VALUE>', about: 'correct: the field and its value' },
    { flags: '--kind <KIND>', about: 'correct: only records of this kind' },
    { flags: '--dry-run', about: 'correct: preview only, save nothing' },
    {
      flags: '--accept-warnings',
      about: 'correct: also save values that the server rejected before',
    },
    { flags: '--to <FILE>', about: 'export: file .zip; an existing file is replaced' },
  ],
  args: z.tuple([z.enum(ACTIONS, { error: () => `one of ${ACTIONS.join(', ')}` }).optional()]),
  values,
  run: async (shell, [action], options) => {
    if (action === 'export') return exportAll(shell, options.to);
    return action === 'correct' ? correct(shell, options) : list(shell);
  },
});

async function list(shell: Shell): Promise<number> {
  const groups = await withCore(shell, 'look', groupsOf);
  shell.show(
    {
      groups: groups.map(({ kind, field, fact, words, operations, correctable }) => ({
        kind,
        field,
        fact,
        words,
        operations: operations.map(({ id }) => id),
        correctable: correctable.map(({ id }) => id),
      })),
    },
    () => textOf(groups),
  );
  return groups.length === 0 ? EXIT.done : EXIT.attention;
}

async function groupsOf(core: Core): Promise<readonly RefusedGroup[]> {
  return refusedGroups(await everyOperation((page) => core.call('outbox.list', page)));
}

function textOf(groups: readonly RefusedGroup[]): string {
  if (groups.length === 0)
    return 'The server rejected no change for a field that it named. All changes: cabinet queue';
  const heads = ['kind', 'field', 'reason'].map((title) => ({ title }));
  const first = groups.find(({ correctable }) => correctable.length > 0);
  const rows = groups.map(({ kind, field, fact, operations, words }) => ({
    cells: [kind, cut(clean(field), 40), fact, String(operations.length)],
    note: clean(words),
  }));
  const next =
    first === undefined
      ? ''
      : `\n\nCorrect all of a group with: cabinet outbox correct --kind ${first.kind} --set ${clean(first.field)}=VALUE`;
  return `${table([...heads, { title: 'changes', right: true }], rows)}${next}`;
}

async function correct(shell: Shell, options: Options): Promise<number> {
  const [field, value] = splitPair(options.set ?? '') ?? [];
  if (field === undefined || value === undefined)
    throw invalid([{ place: '--set', value: options.set ?? 'missing', expected: 'FIELD=VALUE' }]);
  const done = await withCore(shell, 'write', async (core) => {
    const all = await groupsOf(core);
    const groups = all.filter(
      (each) => each.field === field && (options.kind ?? each.kind) === each.kind,
    );
    const kinds = [...new Set(groups.map(({ kind }) => kind))];
    const [kind] = kinds;
    if (kind === undefined) throw nothingToCorrect(field, all);
    if (kinds.length > 1)
      throw invalid([
        { place: '--kind', value: 'missing', expected: `one of ${kinds.join(', ')}` },
      ]);
    const ids = groups.flatMap(({ correctable }) => correctable.map(({ id }) => id));
    if (ids.length === 0)
      throw invalid([
        { place: '--set', value: field, expected: 'a field that can still be changed' },
      ]);
    const selection = { operations: [...new Set(ids)] };
    const change = { code: 'set', field, value } as const;
    return queueBulk(core, shell, { kind, selection, change }, options);
  });
  return showBulk(
    shell,
    done,
    (count) => `Corrected ${counted(count, 'record')}. Send again with: cabinet push`,
  );
}

function nothingToCorrect(field: string, groups: readonly RefusedGroup[]): Error {
  const named = [...new Set(groups.map((each) => `${each.kind} ${each.field}`))].join(', ');
  const expected = named === '' ? 'a field of a rejected change; there is none' : `one of ${named}`;
  return invalid([{ place: '--set', value: field, expected }]);
}

async function exportAll(shell: Shell, to: string | undefined): Promise<number> {
  if (to === undefined || path.extname(to).toLowerCase() !== '.zip')
    throw invalid([{ place: '--to', value: to ?? 'missing', expected: 'a file ….zip' }]);
  const { download: _, ...written } = await withCore(shell, 'write', (core) =>
    core.call('outbox.export', { to: path.resolve(to) }),
  );
  const { operations, files, missing, file } = written;
  shell.show(written, () =>
    [
      `Exported ${counted(operations, 'change')} and ${counted(files, 'file')} to ${file}. The changes stay in the outbox.`,
      ...missing.map(
        (name) => `Not included, the local copy is missing or damaged: ${clean(name)}`,
      ),
    ].join('\n'),
  );
  return missing.length === 0 ? EXIT.done : EXIT.attention;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
