import path from 'node:path';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { dialectOptions, dialectValues, formatOf } from '../input/sheet.ts';
import { readCondition, readSort } from '../input/where.ts';
import { kindWord, many } from '../input/words.ts';
import { withChangesetProgress } from '../productDraft.ts';
import { withCore } from '../withCore.ts';

/** Exports records to a sheet that can be imported again without changes. */
export const exportCommand = command({
  usage: 'export <KIND>',
  about: 'Export records, including pending changes, to a CSV, XLSX or JSON file.',
  example: 'cabinet export materials --to prices.xlsx --search oak --columns SIFRA,name,price',
  options: [
    { flags: '--to <FILE>', about: 'file .csv, .xlsx or .json; an existing file is replaced' },
    { flags: '--search <TEXT>', about: 'only records that contain all these words' },
    {
      flags: '--where <FIELD=VALUE>',
      about: 'only records that match, as in list',
      many: true,
    },
    { flags: '--sort <FIELD[:desc]>', about: 'sort by a field; default: the code' },
    { flags: '--columns <FIELDS>', about: 'field names separated by commas; default: all' },
    ...dialectOptions,
  ],
  args: z.tuple([kindWord]),
  values: dialectValues.extend({
    to: z.string({ error: () => 'a file .csv, .xlsx or .json' }).min(1, 'a file'),
    search: z.string().max(400, 'at most 400 characters').optional(),
    where: many,
    sort: z.string().optional(),
    columns: z.string().optional(),
  }),
  run: async (shell, [kind], { to, search, where, sort, columns, ...dialect }) => {
    const resource = resourceOf(kind);
    const as = formatOf(to, dialect);
    const query = {
      kind,
      search,
      where: where.map((text) => readCondition(resource, text)),
      sort: sort === undefined ? undefined : readSort(resource, sort),
    };
    const names = columns?.split(',').map((name) => name.trim());
    const { rows, file } = await withCore(shell, 'write', (core) =>
      withChangesetProgress(core, shell, () =>
        core.call('sheets.export', { query, columns: names, as, to: path.resolve(to) }),
      ),
    );
    shell.show(
      { rows, file },
      () => `Exported ${rows} ${resource.label.en.toLowerCase()} to ${file}.`,
    );
    return EXIT.done;
  },
});
