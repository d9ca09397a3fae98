import type { Operation } from '#contract/operations.ts';
import type { CachedRecord } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { readValue } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { kindWord, someText } from '../input/words.ts';
import { operationAnswer } from '../output/operation.ts';
import { pairs } from '../output/table.ts';
import { clean } from '../output/text.ts';
import { readStyle, valueCell } from '../output/values.ts';
import { withCore } from '../withCore.ts';

/** Shows one record with its pending operations. */
export const getCommand = command({
  usage: 'get <KIND> <ID-OR-CODE>',
  about: 'Show one record by its ID or code, including pending changes.',
  example: 'cabinet get fittings ZAW-110',
  args: z.tuple([kindWord, someText]),
  values: noOptions,
  run: async (shell, [kind, ref]) => {
    const { record, operations, style } = await withCore(shell, 'look', async (core) => {
      const record = await core.call('records.get', { kind, ref });
      const { operations } = await core.call('outbox.list', { kind, record: record.id });
      return { record, operations, style: await readStyle(core) };
    });
    const { id, key } = record;
    const pending = operations.map(operationAnswer);
    shell.show({ id, key, record: record.record, pending }, () =>
      textOf(kind, style, record, operations),
    );
    return EXIT.done;
  },
});

function textOf(
  kind: Kind,
  style: ValueStyle,
  found: CachedRecord,
  operations: readonly Operation[],
): string {
  const { fields } = resourceOf(kind);
  const values = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const value = readValue(name, field, found.record);
    return value === undefined ? [] : [[name, valueCell(style, kind, name, value)]];
  });
  const gone: [string, string][] =
    found.missingSince === null ? [] : [['', 'not found on the server']];
  const lines = operations.map(
    ({ id, action, state, reason }) => `${state} ${action} ${id} ${clean(reason?.text ?? '')}`,
  );
  const queue = lines.length > 0 ? `\n\nPending:\n${lines.join('\n')}` : '';
  return pairs([['_id', clean(found.id)], ...gone, ...values]) + queue;
}
