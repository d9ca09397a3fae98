import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, rowsOf, undo } from '../../../support/sheets.ts';

const SHEET = 'name;status;date;modelPath;materialy;main\nNowa;1;2026-01-02;a.obj;{};{}\n';
const preview = async (desk: TestWorkstation, name: string) => {
  desk.file('a.obj', 'v 0 0 0\n');
  return (await checkSheet(desk, 'products', name, SHEET)).plan;
};
const queue = (desk: TestWorkstation, plan: string) => desk.call('changesets.queue', { plan });

describe('a product of a sheet whose name something has since its preview', () => {
  it('is left out where the same sheet was looked through twice', async () => {
    const desk = await openDesk();
    const [first, second] = [await preview(desk, 'a.csv'), await preview(desk, 'b.csv')];
    expect(await queue(desk, first)).toMatchObject({ queued: 1, left: 0 });
    expect(await queue(desk, second)).toMatchObject({ queued: 0, left: 1 });
    expect(await rowsOf(desk, second)).toMatchObject([
      { outcome: 'error', issues: [{ place: 'name', value: 'Nowa' }] },
    ]);
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
  });

  it('is made again by Redo, whatever has its name', async () => {
    const desk = await openDesk();
    await queue(desk, await preview(desk, 'a.csv'));
    await desk.push();
    const { group } = await undo(desk);
    await desk.push();
    await queue(desk, await preview(desk, 'b.csv'));
    expect(await undo(desk, group ?? '')).toMatchObject({ queued: 1, left: 0 });
  });
});
