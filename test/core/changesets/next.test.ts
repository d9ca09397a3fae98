import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { undo } from '../../support/sheets.ts';

const price = (desk: TestWorkstation, value: string, ref = 'ZAW-110') =>
  desk.call('records.update', { kind: 'fittings', ref, values: { price: value }, files: [] });

describe('what Undo and Redo take next', () => {
  const next = async (desk: TestWorkstation, except: string[] = []) => {
    const { undo, redo } = await desk.call('groups.next', { except });
    return [undo?.label.params['field'] ?? null, redo?.label.code ?? null];
  };

  it('is the newest that stands and is no undo, and the newest undo only for Redo', async () => {
    const desk = await openDesk();
    expect(await next(desk)).toEqual([null, null]);
    await price(desk, '9');
    await price(desk, '99', 'ZAW-155');
    const values = { name: 'Nowa' };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
    expect(await next(desk)).toEqual(['name', null]);
    const { undo: newest } = await desk.call('groups.next', {});
    expect(await next(desk, [newest?.id ?? ''])).toEqual(['price', null]);
    await undo(desk);
    expect(await next(desk)).toEqual(['price', 'undo']);
    await price(desk, '10');
    expect(await next(desk)).toEqual(['price', null]);
  });

  it('is named by a removal, also of what was never sent', async () => {
    const desk = await openDesk();
    const values = { code: 'NEW-1', name: 'Neu' };
    await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    const unsent = await desk.call('records.remove', { kind: 'edge-bands', ref: 'NEW-1' });
    const sent = await desk.call('records.remove', { kind: 'edge-bands', ref: 'ABS-22' });
    expect([unsent.operation, sent.operation]).toEqual([null, expect.any(String)]);
    const ids = [sent.group, unsent.group];
    const { groups } = await desk.call('groups.list', { ids });
    expect(groups.map(({ id, label }) => [id, label.code])).toEqual(
      ids.map((id) => [id, 'remove']),
    );
  });
});
