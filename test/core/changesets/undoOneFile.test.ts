import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { OBJ, openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';
import { undo } from '../../support/sheets.ts';
import { picture, stage } from '../files/giving.ts';
import { sentUnseen } from '../sync/push/unseen.ts';

type Kind = 'fittings' | 'materials' | 'products';
const at = (desk: TestWorkstation, kind: Kind) => String(desk.service.state.all(kind)[0]?.['_id']);
const held = (desk: TestWorkstation, kind: Kind) => ({
  ...desk.service.state.get(kind, at(desk, kind)),
});
const open = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ state, reason }) => [state, reason?.text]);

const give = (desk: TestWorkstation, kind: Kind, values: Record<string, Json>) =>
  desk.call('records.update', { kind, ref: at(desk, kind), values, files: [] });

describe('an undo of one file that was sent and is said not to have been taken', () => {
  it.each([
    ['materials', 'PICFILE', '1.png'],
    ['fittings', 'model', '1.obj'],
    ['products', 'modelPath', '1.obj'],
  ] as const)('brings back the one before: %s %s', async (kind, field, name) => {
    const desk = await openDesk();
    const before = held(desk, kind)[field];
    const file = await stage(desk, name, name.endsWith('.png') ? picture(1) : OBJ);
    await give(desk, kind, { [field]: { $file: file } });
    await sentUnseen(desk, kind, at(desk, kind));
    expect(held(desk, kind)[field]).not.toBe(before);
    await undo(desk);
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(held(desk, kind)[field]).toBe(before);
  });
});
