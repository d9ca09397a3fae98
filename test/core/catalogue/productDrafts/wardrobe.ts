import type { ProductDraft, DraftPart } from '#contract/productDrafts.ts';
import { OBJ, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

export const part = (
  name: string,
  given: Partial<DraftPart> & Pick<DraftPart, 'kind'>,
): DraftPart => ({
  part: name,
  values: {},
  files: [],
  use: null,
  ...given,
});

async function stage(desk: TestWorkstation, name: string, field: string, kind: DraftPart['kind']) {
  const bytes = name.endsWith('.obj') ? `${OBJ}# ${name}` : PNG;
  const { file } = await desk.call('files.stage', { path: desk.file(name, bytes), kind });
  return { field, file, name };
}

/** A product with three parts, one of which is unused, and a blank one. */
export async function whole(desk: TestWorkstation): Promise<ProductDraft> {
  return {
    parts: [
      part('band', {
        kind: 'edge-bands',
        values: { code: 'ABS-99', name: 'ABS 99', thickness: '0,8' },
      }),
      part('board', {
        kind: 'materials',
        values: { SIFRA: 'H1145', name: 'Dąb inny', price: '12,50' },
      }),
      part('hinge', {
        kind: 'fittings',
        values: { kod: 'F-9', name: 'Uchwyt', price: '8.90' },
        files: [await stage(desk, 'f.png', 'images', 'fittings')],
      }),
      part('blank', { kind: 'fittings', values: { kod: ' ', name: '' } }),
      part('product', {
        kind: 'products',
        values: {
          name: 'Szafa nowa',
          status: '1',
          date: '2026-03-02',
          materialy: { korpus: { SIFRA: 'H1145' }, front: { SIFRA: 'GONE-1' } },
          main: { okucia: [{ kod: 'F-9' }] },
        },
        files: [await stage(desk, 's.obj', 'modelPath', 'products')],
      }),
    ],
  };
}

export const save = (desk: TestWorkstation, draft: ProductDraft, plan: string | null = null) =>
  desk.call('productDrafts.save', { plan, name: 'Szafa', draft });
