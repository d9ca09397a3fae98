import type { Json } from '#contract/json.ts';
import { openDesk, PRODUCT, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { picture, stage } from './giving.ts';

/** The pictures that the first record of each kind holds. */
export const [A, B] = ['uploads/old/a.png', 'uploads/old/b.png'];
export type Kind = 'fittings' | 'products';

/** A desk whose first fitting and first product hold two pictures. */
export async function openTwo(): Promise<TestWorkstation> {
  const [one] = SEED.fittings;
  const fittings = [{ ...one, images: [A, B] }];
  const products = [{ ...PRODUCT, images: [A, B] }];
  return openDesk({ seed: { ...SEED, fittings, products } });
}

/** The id of the first record of a kind. */
export const at = (desk: TestWorkstation, kind: Kind | 'materials') =>
  String(desk.service.state.all(kind)[0]?.['_id']);

/** Gives the first record these pictures; the operation that was queued. */
export const put = async (
  desk: TestWorkstation,
  kind: Kind,
  images: Json[],
  others: Record<string, Json> = {},
) => {
  const values = { ...others, images };
  const given = { kind, ref: at(desk, kind), values, files: [] };
  return (await desk.call('records.update', given)).operation ?? '';
};

/** A staged picture, as a list names it. */
export const give = async (desk: TestWorkstation, n: number) => ({
  $file: await stage(desk, `${n}.png`, picture(n)),
});

/** The bytes behind the pictures that the service holds; a path where it has none. */
export function pictures(desk: TestWorkstation, kind: Kind): readonly unknown[] {
  const files = new Map(desk.service.state.files().map(({ path, sha256 }) => [path, sha256]));
  const images = desk.service.state.get(kind, at(desk, kind))?.['images'];
  return (Array.isArray(images) ? images : []).map((path) => files.get(String(path)) ?? path);
}
