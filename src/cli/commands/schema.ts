import type { LearnedField, LearnedSchema } from '#contract/learned.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { kindWord } from '../input/words.ts';
import { table } from '../output/table.ts';
import { cut } from '../output/text.ts';
import { bringInLine } from '../upToDate.ts';
import { withCore } from '../withCore.ts';

const LONGEST_VALUE = 24;
const SHOWN_VALUES = 3;

/** Shows what the downloaded records of a kind have in common. */
export const schemaCommand = command({
  usage: 'schema <KIND>',
  about: 'Show what the downloaded records of a kind have in common: types, values, references.',
  example: 'cabinet schema fittings --json',
  details: `Pending changes do not count. The JSON document has \`kind\`, \`records\`, \`sampled\`, \`counting\` and \`fields\`, one for each
place in the records; \`[]\` is an item of a list and \`*\` any key of a map. \`guess\` marks places with fewer than five examples. \`complete\` says whether
\`values\` and \`distinct\` count every value; of places with more than 1,000 different values only the most frequent are known. \`min\`, \`max\` and
\`lengths\` cover all values since the last complete count. \`required\` and \`update\` say what the service's document says; \`required\` by the service has the
words and the time (\`since\`) of a refusal.`,
  args: z.tuple([kindWord]),
  values: noOptions,
  run: async (shell, [kind]) => {
    const found = await withCore(shell, 'look', async (core) => {
      await bringInLine(core, 'learned.count');
      return core.call('learned.schema', { kind });
    });
    shell.show(found, () => textOf(found));
    return EXIT.done;
  },
});

function textOf({ records, counting, fields }: LearnedSchema): string {
  const note = counting ? '\n\nNot all records are counted yet.' : '';
  if (fields.length === 0) return `No records.${note}`;
  const heads = [
    { title: 'path' },
    { title: 'present', right: true },
    { title: 'types' },
    { title: 'values', right: true },
    { title: 'most frequent' },
  ];
  const rows = fields.map((field) => ({ cells: cellsOf(field) }));
  return `${records} records\n\n${table(heads, rows)}${note}`;
}

function cellsOf(field: LearnedField): string[] {
  const { path, present, types, distinct, complete, guess } = field;
  const count = distinct === 0 ? '' : `${complete ? '' : '>'}${distinct}`;
  return [
    cut(path, LONGEST_VALUE * 2),
    `${guess ? '?' : ''}${percent(present)}`,
    types.map(({ type, share }) => (share === 1 ? type : `${type} ${percent(share)}`)).join(', '),
    count,
    factsOf(field),
  ];
}

function factsOf({
  values = [],
  min,
  max,
  lengths,
  reference,
  keyReference,
  required,
}: LearnedField): string {
  const rule = required?.by === 'service' ? ['required by the server'] : [];
  const frequent = values
    .slice(0, SHOWN_VALUES)
    .map(({ value, count }) => `${cut(String(value), LONGEST_VALUE)} (${count})`);
  const range = min === undefined || max === undefined ? [] : [`${min} to ${max}`];
  const size = lengths === undefined ? [] : [`${lengths.min} to ${lengths.max} items`];
  const names = [reference, keyReference].flatMap((each) =>
    each === undefined ? [] : [`names ${each.kind} by ${each.by} (${percent(each.share)})`],
  );
  return [...rule, ...names, ...size, ...(range.length > 0 ? range : frequent)].join(', ');
}

function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? '<1%' : `${rounded}%`;
}
