import { describe, expect, it } from 'vitest';
import type { DraftPart } from '#contract/productDrafts.ts';
import { OBJ, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const PRODUCT = { name: 'Szafa', status: '1', date: '2026-03-02', materialy: {}, main: {} };
const PATH = 'uploads/products/x.obj';

const bytesOf = (name: string) => `${OBJ}# ${name}`;

async function stage(desk: TestWorkstation, name: string) {
  const path = desk.file(name, bytesOf(name));
  const { file } = await desk.call('files.stage', { path, kind: 'products', field: 'modelPath' });
  return { field: 'modelPath', file, name };
}

describe('a plan with two files, or a path and a file, where one can be', () => {
  it('says so, as queueing does', async () => {
    const desk = await openDesk();
    const [a, b] = [await stage(desk, 'a.obj'), await stage(desk, 'b.obj')];
    const part = { part: 'product', kind: 'products', values: PRODUCT, use: null } as const;
    const given: readonly (readonly [DraftPart, string])[] = [
      [{ ...part, files: [a, b] }, 'a.obj, b.obj'],
      [{ ...part, values: { ...PRODUCT, modelPath: PATH }, files: [a] }, `${PATH}, a.obj`],
    ];
    const expected = 'one file';
    for (const [product, value] of given) {
      const draft = { parts: [product] };
      const { ready, parts } = await desk.call('productDrafts.evaluate', { draft });
      expect(parts[0]?.faults).toEqual([
        { code: 'two-files', field: 'modelPath', value, expected },
      ]);
      expect(ready).toBe(false);
      const { plan } = await desk.call('productDrafts.save', { plan: null, name: 'Szafa', draft });
      await expect(desk.call('productDrafts.queue', { plan })).rejects.toMatchObject({
        details: { issues: [{ place: 'product.modelPath', expected }] },
      });
    }
  });

  it.each([
    [{ model: ['gone.obj', 'a.obj', 'b.obj'] }, ['gone.obj', 'b.obj']],
    [{ modelPath: PATH, model: 'a.obj' }, [PATH]],
  ])(
    'is opened from a manifest with one of them, and the others are named: %j',
    async (given, left) => {
      const desk = await openDesk();
      for (const name of ['a.obj', 'b.obj']) desk.file(name, bytesOf(name));
      const manifest = { product: { ...PRODUCT, ...given } };
      const { folder } = desk;
      const { plan, draft, skipped } = await desk.call('productDrafts.fromManifest', {
        manifest,
        folder,
      });
      expect(skipped.map(({ path }) => path)).toEqual(left);
      expect(skipped).toMatchObject(left.map(() => ({ part: 'product-1', field: 'modelPath' })));
      expect(draft.parts[0]?.files).toMatchObject([{ field: 'modelPath', name: 'a.obj' }]);
      expect(draft.parts[0]?.values).toEqual(PRODUCT);
      expect(await desk.call('productDrafts.evaluate', { draft })).toMatchObject({ ready: true });
      expect((await desk.call('productDrafts.queue', { plan })).steps).toMatchObject([
        { outcome: 'queued' },
      ]);
    },
  );
});
