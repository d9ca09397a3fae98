import type { Problem } from '#contract/problems.ts';
import { RULE_NAMES, ruleSchema } from '#contract/problems.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { kindWord, many, wholeNumber } from '../input/words.ts';
import { footOf, table } from '../output/table.ts';
import { problemText } from '../output/problemText.ts';
import { clean, cut } from '../output/text.ts';
import { readStyle } from '../output/values.ts';
import type { Shell } from '../shell.ts';
import { bringInLine } from '../upToDate.ts';
import { withCore } from '../withCore.ts';

const DEFAULT_LIMIT = 1000;
const LONGEST_CELL = 80;

/** Lists the problems of the catalogue, most severe first. */
export const problemsCommand = command({
  usage: 'problems [KIND]',
  about: 'List problems in the catalogue, including pending changes, most severe first.',
  example: 'cabinet problems fittings --rule price-zero --json',
  options: [
    { flags: '--rule <RULE>', about: `only this rule: ${RULE_NAMES.join(', ')}`, many: true },
    {
      flags: '--files',
      about: 'first check on the server all files that were not checked yet',
    },
    { flags: '--hidden', about: 'show hidden problems instead' },
    { flags: '--limit <N>', about: `maximum number of lines; default ${DEFAULT_LIMIT}` },
  ],
  args: z.tuple([kindWord.optional()]),
  values: z.object({
    rule: many.pipe(z.array(ruleSchema)),
    files: z.boolean().default(false),
    hidden: z.boolean().default(false),
    limit: wholeNumber(1, 1_000_000).default(DEFAULT_LIMIT),
  }),
  run: async (shell, [kind], { rule, files, hidden, limit }) => {
    const filter = {
      kinds: kind === undefined ? undefined : [kind],
      rules: rule.length > 0 ? rule : undefined,
      hidden,
      limit,
    };
    const { total, problems, style } = await withCore(shell, 'look', async (core) => {
      await bringUpToDate(shell, core, files);
      const found = await core.call('problems.list', filter);
      return { ...found, style: await readStyle(core) };
    });
    shell.show({ total, problems: problems.map(answerOf) }, () => textOf(style, problems, total));
    return total > 0 && !hidden ? EXIT.attention : EXIT.done;
  },
});

/**
 * Runs the checks first.
 *
 * If another Cabinet has the profile open for writing, its last results are shown.
 */
async function bringUpToDate(shell: Shell, core: Core, files: boolean): Promise<void> {
  await bringInLine(core, 'problems.check');
  if (!files) return;
  const { asked, unclear } = await core.call('problems.checkFiles', {});
  if (unclear > 0) shell.say(`${unclear} of ${asked} checked files are unclear.`);
  await core.call('problems.check', {});
}

function answerOf(problem: Problem) {
  const { rule, severity, kind, id, field } = problem;
  return { rule, severity, kind, id, field, text: problemText(problem) };
}

function textOf(style: ValueStyle, problems: readonly Problem[], total: number): string {
  if (problems.length === 0) return 'No problems.';
  const heads = ['severity', 'kind', 'record', 'field', 'what'].map((title) => ({ title }));
  const rows = problems.map((problem) => ({
    cells: [
      problem.severity,
      problem.kind,
      clean(problem.key ?? cut(problem.title, 40)),
      problem.field,
      cut(problemText(problem, style), LONGEST_CELL),
    ],
  }));
  return table(heads, rows) + footOf(problems.length, total);
}
