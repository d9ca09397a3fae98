import { describe, expect, it } from 'vitest';
import type { ProductDraft } from '#contract/productDrafts.ts';
import { OBJ, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { rowsOf, undo } from '../../../support/sheets.ts';
import { expecting } from '#contract/expectations/expected.ts';

const NAME = 'Szafa nowa';

async function planned(
  desk: TestWorkstation,
): Promise<{ plan: string; group: string; draft: ProductDraft }> {
  const given = { path: desk.file('s.obj', OBJ), kind: 'products' as const };
  const { file } = await desk.call('files.stage', given);
  const product = { name: NAME, status: '1', date: '2026-03-02', materialy: {}, main: {} };
  const draft: ProductDraft = {
    parts: [
      {
        part: 'band',
        kind: 'edge-bands',
        values: { code: 'ABS-99', name: 'ABS 99', thickness: '0,8' },
        files: [],
        use: null,
      },
      {
        part: 'product',
        kind: 'products',
        values: product,
        files: [{ field: 'modelPath', file, name: 's.obj' }],
        use: null,
      },
    ],
  };
  const { plan } = await desk.call('productDrafts.save', { plan: null, name: NAME, draft });
  return { plan, draft, group: await queued(desk, plan) };
}

async function queued(desk: TestWorkstation, plan: string): Promise<string> {
  return (await desk.call('productDrafts.queue', { plan })).group ?? '';
}

const stateOf = async (desk: TestWorkstation, plan: string) =>
  (await desk.call('productDrafts.get', { plan })).state;
const there = ({ service }: TestWorkstation) =>
  service.state.all('products').filter(({ name }) => name === NAME).length;

it('a plan whose group was undone can be changed and queued again, once', async () => {
  const desk = await openDesk();
  const { plan, group, draft } = await planned(desk);
  expect(await stateOf(desk, plan)).toBe('queued');
  await undo(desk, group);
  expect((await desk.call('productDrafts.list', {})).plans).toMatchObject([
    { plan, state: 'undone' },
  ]);
  await desk.call('productDrafts.save', { plan, name: 'Other name', draft });
  const again = await queued(desk, plan);
  expect(again).not.toBe(group);
  expect(await queued(desk, plan)).toBe(again);
  expect(await stateOf(desk, plan)).toBe('queued');
  await desk.push();
  expect(there(desk)).toBe(1);
});

it('a plan whose product was discarded can be queued again, with what is there of it', async () => {
  const desk = await openDesk();
  const { plan } = await planned(desk);
  const { operations } = await desk.call('outbox.list', {});
  const band = operations.find(({ kind }) => kind === 'edge-bands')?.id ?? '';
  const product = operations.find(({ kind }) => kind === 'products')?.id ?? '';
  await desk.call('outbox.discard', { operation: product });
  expect(await stateOf(desk, plan)).toBe('undone');
  const { steps } = await desk.call('productDrafts.queue', { plan });
  expect(steps.map(({ outcome }) => outcome)).toEqual(['exists', 'queued']);
  const after = await desk.call('outbox.list', { states: ['waiting'] });
  expect(after.operations.map(({ id }) => id)).toContain(band);
  await desk.push();
  expect(there(desk)).toBe(1);
});

it('a plan that is asked for once more tells nothing as queued that was discarded', async () => {
  const desk = await openDesk();
  const { plan } = await planned(desk);
  const { operations } = await desk.call('outbox.list', {});
  const band = operations.find(({ kind }) => kind === 'edge-bands')?.id ?? '';
  await desk.call('outbox.discard', { operation: band });
  const { steps } = await desk.call('productDrafts.queue', { plan });
  expect(steps.map(({ key }) => key)).toEqual([NAME]);
});

it('a plan that was sent and undone is queued until its product is gone', async () => {
  const desk = await openDesk();
  const { plan, group } = await planned(desk);
  await desk.push();
  await undo(desk, group);
  expect(await stateOf(desk, plan)).toBe('queued');
  await desk.push();
  expect(await stateOf(desk, plan)).toBe('undone');
});

it('a plan whose undo is undone is queued again', async () => {
  const desk = await openDesk();
  const { plan, group } = await planned(desk);
  const taken = (await undo(desk, group)).group ?? '';
  await undo(desk, taken);
  expect(await stateOf(desk, plan)).toBe('queued');
  await desk.push();
  expect(there(desk)).toBe(1);
});

it('what was undone does not come back beside what the plan made again', async () => {
  const desk = await openDesk();
  const { plan, group } = await planned(desk);
  const taken = (await undo(desk, group)).group ?? '';
  await queued(desk, plan);
  await undo(desk, taken).catch(() => null);
  await desk.push();
  expect(there(desk)).toBe(1);
});

it('what was sent and undone does not come back beside what the plan made again', async () => {
  const desk = await openDesk();
  const { plan, group } = await planned(desk);
  await desk.push();
  const taken = (await undo(desk, group)).group ?? '';
  await desk.push();
  await desk.pull();
  await queued(desk, plan);
  await undo(desk, taken).catch(() => null);
  await desk.push();
  expect(there(desk)).toBe(1);
});

const OTHER = 'Szafa inna';

/** The plan under another name, for another product. */
async function change(desk: TestWorkstation, plan: string, draft: ProductDraft): Promise<void> {
  const parts = draft.parts.map((part) =>
    part.kind === 'products' ? { ...part, values: { ...part.values, name: OTHER } } : part,
  );
  await desk.call('productDrafts.save', { plan, name: OTHER, draft: { parts } });
}

/**
 * Returns the error row of the product when an undo is undone.
 *
 * Queues the undo as well.
 */
async function refused(desk: TestWorkstation, taken: string) {
  const { plan } = await desk.call('undo.plan', { group: taken });
  const row = (await rowsOf(desk, plan)).find(({ outcome }) => outcome === 'error');
  await desk.call('changesets.queue', { plan }).catch(() => null);
  return row?.issues;
}

describe('what was undone of a plan that was changed since', () => {
  const issues = [
    { place: OTHER, value: 'changed', ...expecting('planAsQueued', { name: OTHER }) },
  ];
  const names = ({ service }: TestWorkstation) =>
    service.state.all('products').flatMap(({ name }) => (name === 'Szafa 2D' ? [] : [name]));

  it('stays away, whatever the clock said, and the plan is queued as it is now', async () => {
    const desk = await openDesk();
    const { plan, group, draft } = await planned(desk);
    const taken = (await undo(desk, group)).group ?? '';
    desk.clock.set(desk.clock.now() - 86_400_000);
    await change(desk, plan, draft);
    expect(await refused(desk, taken)).toEqual(issues);
    expect(await stateOf(desk, plan)).toBe('undone');
    await queued(desk, plan);
    await desk.push();
    expect(names(desk)).toEqual([OTHER]);
  });

  it('stays away where it had been sent', async () => {
    const desk = await openDesk();
    const { plan, group, draft } = await planned(desk);
    await desk.push();
    const taken = (await undo(desk, group)).group ?? '';
    await desk.push();
    await change(desk, plan, draft);
    expect(await refused(desk, taken)).toEqual(issues);
    await desk.push();
    expect(await stateOf(desk, plan)).toBe('undone');
    expect(names(desk)).toEqual([]);
  });

  it('stays away where the plan was changed behind the preview', async () => {
    const desk = await openDesk();
    const { plan, group, draft } = await planned(desk);
    const taken = (await undo(desk, group)).group ?? '';
    const preview = await desk.call('undo.plan', { group: taken });
    await change(desk, plan, draft);
    expect(await desk.call('changesets.queue', { plan: preview.plan })).toMatchObject({ left: 1 });
    expect(await stateOf(desk, plan)).toBe('undone');
  });
});
