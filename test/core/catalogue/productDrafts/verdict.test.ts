import { describe, expect, it } from 'vitest';
import type { ProductDraft, DraftPart } from '#contract/productDrafts.ts';
import { OBJ, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const part = (name: string, kind: DraftPart['kind'], values: DraftPart['values']): DraftPart => ({
  part: name,
  kind,
  values,
  files: [],
  use: null,
});

/** A product that names a board and a hinge, beside an edge band that it does not name. */
async function draftOf(desk: TestWorkstation): Promise<ProductDraft> {
  const { file } = await desk.call('files.stage', {
    path: desk.file('s.obj', OBJ),
    kind: 'products',
  });
  const product = part('product', 'products', {
    name: 'Szafa nowa',
    status: '1',
    date: '2026-03-02',
    materialy: { korpus: { SIFRA: 'H1145' } },
    main: { okucia: [{ kod: 'F-9' }] },
  });
  return {
    parts: [
      part('band', 'edge-bands', { code: 'ABS-99', name: 'ABS 99', thickness: '0,8' }),
      part('board', 'materials', { SIFRA: 'H1145', name: 'Dąb inny' }),
      part('hinge', 'fittings', { kod: 'F-9', name: 'Uchwyt', price: '8.90' }),
      part('blank', 'fittings', { kod: ' ', name: '' }),
      { ...product, files: [{ field: 'modelPath', file, name: 's.obj' }] },
    ],
  };
}

describe('the verdict on a plan', () => {
  it('tells which parts the product does not name', async () => {
    const desk = await openDesk();
    const { parts } = await desk.call('productDrafts.evaluate', { draft: await draftOf(desk) });
    expect(parts.map(({ named }) => named)).toEqual([false, true, true, true, true]);
  });

  it('shows what it queued as made by it, and not as records that differ', async () => {
    const desk = await openDesk();
    const draft = await draftOf(desk);
    const { plan } = await desk.call('productDrafts.save', { plan: null, name: 'Szafa', draft });
    const states = async () =>
      (await desk.call('productDrafts.evaluate', { draft, plan })).parts.map(
        ({ state, differs }) => [state, differs.length],
      );
    await desk.call('productDrafts.queue', { plan });
    const queued = [
      ['made', 0],
      ['exists', 1],
      ['made', 0],
      ['empty', 0],
      ['made', 0],
    ];
    expect(await states()).toEqual(queued);
    await desk.push();
    expect(await states()).toEqual(queued);
  });

  it('tells that a plan begun from a product still has its name', async () => {
    const desk = await openDesk();
    const { rows } = await desk.call('records.list', { kind: 'products', limit: 1 });
    const { draft } = await desk.call('productDrafts.fromProduct', { ref: rows[0]?.id ?? '' });
    const namesakes = async (parts: ProductDraft['parts']) =>
      (await desk.call('productDrafts.evaluate', { draft: { parts } })).parts.map(
        ({ namesake }) => namesake,
      );
    expect(await namesakes(draft.parts)).toEqual([true]);
    const renamed = draft.parts.map((each) => ({ ...each, values: { ...each.values, name: 'B' } }));
    expect(await namesakes(renamed)).toEqual([false]);
  });

  it('does not ask a plan without a product to have its parts named', async () => {
    const desk = await openDesk();
    const { parts } = await draftOf(desk);
    const draft = { parts: parts.filter(({ kind }) => kind !== 'products') };
    const verdict = await desk.call('productDrafts.evaluate', { draft });
    expect(verdict.parts.every(({ named }) => named)).toBe(true);
  });

  it('tells of many faults in linear time, keeps 1,000 of them, and says how many more', async () => {
    const desk = await openDesk();
    const bad = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, '#N/A']));
    const draft = { parts: [part('hinge', 'fittings', { kod: 'F-9', name: 'U', ...bad })] };
    const began = process.cpuUsage();
    const { parts } = await desk.call('productDrafts.evaluate', { draft });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(5);
    expect(parts[0]?.faults).toHaveLength(1_001);
    expect(parts[0]?.faults.at(-1)).toMatchObject({ code: 'more-faults', value: '29000' });
  });

  it('tells once of a field with far too many parts', async () => {
    const desk = await openDesk();
    const wymiary = Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1]));
    const draft = { parts: [part('hinge', 'fittings', { kod: 'F-9', name: 'U', wymiary })] };
    const { parts } = await desk.call('productDrafts.evaluate', { draft });
    expect(parts[0]?.faults).toMatchObject([{ code: 'invalid', field: 'wymiary' }]);
  });
});
