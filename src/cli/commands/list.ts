import { isNumeric } from '#contract/numbers.ts';
import type { CachedRecord } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { readValue } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readCondition, readSort } from '../input/where.ts';
import { kindWord, many, wholeNumber } from '../input/words.ts';
import { table } from '../output/table.ts';
import { clean, cut } from '../output/text.ts';
import { readStyle, valueCell } from '../output/values.ts';
import { withCore } from '../withCore.ts';

const DEFAULT_LIMIT = 50;
const LONGEST_CELL = 48;
const page = wholeNumber(0, 100_000);

/** Lists records of the mirror with pending changes applied. */
export const listCommand = command({
  usage: 'list <KIND>',
  about: 'List the local records, including pending changes.',
  example: "cabinet list fittings --search hinge --where 'price>=10' --sort price:desc --limit 20",
  options: [
    { flags: '--search <TEXT>', about: 'only records that contain all these words' },
    {
      flags: '--where <FIELD=VALUE>',
      about: 'only records that match; also != ~ (contains) < <= > >=, FIELD= (empty)',
      many: true,
    },
    { flags: '--sort <FIELD[:desc]>', about: 'sort by a field; default: the code' },
    { flags: '--limit <N>', about: `maximum number of lines; default ${DEFAULT_LIMIT}` },
    { flags: '--offset <N>', about: 'skip this many records' },
  ],
  args: z.tuple([kindWord]),
  values: z.object({
    search: z.string().max(400, 'at most 400 characters').optional(),
    where: many,
    sort: z.string().optional(),
    limit: page.default(DEFAULT_LIMIT),
    offset: page.default(0),
  }),
  run: async (shell, [kind], { search, where, sort, limit, offset }) => {
    const resource = resourceOf(kind);
    const query = {
      kind,
      search,
      where: where.map((text) => readCondition(resource, text)),
      sort: sort === undefined ? undefined : readSort(resource, sort),
      limit,
      offset,
    };
    const { total, records, style } = await withCore(shell, 'look', async (core) => ({
      ...(await core.call('records.whole', query)),
      style: await readStyle(core),
    }));
    shell.show({ total, records: records.map(answerOf) }, () =>
      textOf(resource, style, records, total, offset),
    );
    return EXIT.done;
  },
});

function answerOf({ id, key, pending, record }: CachedRecord) {
  return { id, key, pending, record };
}

function textOf(
  resource: Resource,
  style: ValueStyle,
  records: readonly CachedRecord[],
  total: number,
  offset: number,
): string {
  const label = resource.label.en.toLowerCase();
  if (records.length === 0) return total === 0 ? `No ${label}.` : `None of ${total} ${label}.`;
  const fields = Object.entries(resource.fields).filter(
    ([, { column }]) => column !== undefined && column.hidden !== true,
  );
  const heads = fields.map(([title, field]) => ({
    title,
    right: isNumeric(field),
  }));
  const rows = records.map(({ id, pending, record }) => {
    const values = fields.map(([name, field]) =>
      valueCell(style, resource.kind, name, readValue(name, field, record)),
    );
    const cells = [...values.map((value) => cut(value, LONGEST_CELL)), pending ?? '', clean(id)];
    return { cells };
  });
  const end = offset + records.length;
  const more = end < total ? `; --offset ${end} shows the next` : '';
  const foot = `${offset + 1}–${end} of ${total} ${label}${more}`;
  return `${table([...heads, { title: 'pending' }, { title: 'id' }], rows)}\n\n${foot}`;
}
