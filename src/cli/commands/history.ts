import type { HistoryEntry } from '#contract/operations.ts';
import type { RequestEntry } from '#contract/past.ts';
import type { Input } from '#contract/procedures.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { kindWord, someText, wholeNumber } from '../input/words.ts';
import { resultText } from '../output/historyText.ts';
import { footOf, table } from '../output/table.ts';
import { clean, cut, isoTime, localTime } from '../output/text.ts';
import { readStyle, valueCell } from '../output/values.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';

const DEFAULT_LIMIT = 1000;
const LONGEST_CELL = 32;

/** Shows the local history, newest first. */
export const historyCommand = command({
  usage: 'history [KIND] [ID-OR-CODE]',
  about: 'Show the history of this computer, newest first: all, one kind or one record.',
  example: 'cabinet history fittings ZAW-110',
  options: [
    {
      flags: '--requests',
      about: 'show requests and server responses instead of changes',
    },
    { flags: '--limit <N>', about: `maximum number of lines; default ${DEFAULT_LIMIT}` },
  ],
  args: z.tuple([kindWord.optional(), someText.optional()]),
  values: z.object({
    requests: z.boolean().default(false),
    limit: wholeNumber(1, 1_000_000).default(DEFAULT_LIMIT),
  }),
  run: async (shell, [kind, record], { requests, limit }) => {
    if (requests) return showRequests(shell, { kind, record, limit });
    const { total, entries, style } = await withCore(shell, 'look', async (core) => ({
      ...(await core.call('history.list', { kind, record, limit })),
      style: await readStyle(core),
    }));
    const answers = entries.map((entry) => ({
      time: isoTime(entry.time),
      kind: entry.kind,
      id: entry.id,
      action: entry.action,
      field: entry.field,
      before: entry.before,
      after: entry.after,
      result: resultText(entry),
    }));
    shell.show({ total, entries: answers }, () => textOf(style, entries, total));
    return EXIT.done;
  },
});

async function showRequests(shell: Shell, filter: Input<'history.requests'>): Promise<number> {
  const { total, requests } = await withCore(shell, 'look', (core) =>
    core.call('history.requests', filter),
  );
  const answers = requests.map((request) => ({
    time: isoTime(request.startedAt),
    milliseconds: tookOf(request),
    kind: request.kind,
    id: request.id,
    key: request.key,
    method: request.method,
    path: request.path,
    outcome: request.outcome,
    status: request.status,
    answer: request.answer,
    operation: request.operation,
  }));
  shell.show({ total, requests: answers }, () => requestText(requests, total));
  return EXIT.done;
}

function tookOf({ startedAt, finishedAt }: RequestEntry): number | null {
  return finishedAt === null ? null : finishedAt - startedAt;
}

function requestText(requests: readonly RequestEntry[], total: number): string {
  if (requests.length === 0) return 'No requests yet.';
  const heads = ['time', 'record', 'request', 'result', 'status', 'ms', 'response'];
  const lines = table(
    heads.map((title) => ({ title })),
    requests.map((request) => ({
      cells: [
        localTime(request.startedAt),
        clean(request.key ?? request.title),
        clean(`${request.method} ${request.path}`),
        request.outcome ?? 'no response yet',
        String(request.status ?? ''),
        String(tookOf(request) ?? ''),
        cut(clean(request.answer ?? ''), LONGEST_CELL),
      ],
    })),
  );
  return lines + footOf(requests.length, total);
}

function textOf(style: ValueStyle, entries: readonly HistoryEntry[], total: number): string {
  if (entries.length === 0) return 'No history yet.';
  const heads = ['time', 'kind', 'id', 'action', 'field', 'before', 'after', 'result'];
  const lines = table(
    heads.map((title) => ({ title })),
    entries.map((entry) => ({
      cells: [
        localTime(entry.time),
        entry.kind,
        clean(entry.id),
        entry.action,
        entry.field ?? '',
        cut(valueCell(style, entry.kind, entry.field, entry.before), LONGEST_CELL),
        cut(valueCell(style, entry.kind, entry.field, entry.after), LONGEST_CELL),
        clean(resultText(entry)),
      ],
    })),
  );
  return lines + footOf(entries.length, total);
}
