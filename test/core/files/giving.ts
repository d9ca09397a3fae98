import { createHash } from 'node:crypto';
import { own } from '#contract/json.ts';
import { PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';

export const picture = (n: number) => Buffer.concat([PNG, Buffer.from(`picture ${n}`)]);
export const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

export const stage = async (desk: TestWorkstation, name: string, bytes: Buffer | string) =>
  (await desk.call('files.stage', { path: desk.file(name, bytes) })).file;
export const fitting = (record: string, file: string, as: 'add' | 'replace' = 'add') =>
  ({ file, kind: 'fittings', record, field: 'images', as }) as const;

/** The bytes behind the files of a field, as the service holds them. */
export async function heldBy(
  desk: TestWorkstation,
  kind: 'fittings' | 'materials' | 'products',
  ref: string,
  field: string,
) {
  const { doc } = await desk.call('records.get', { kind, ref });
  const value = own(doc ?? {}, field);
  const paths = Array.isArray(value) ? value : [value];
  const files = new Map(desk.service.state.files().map(({ path, sha256 }) => [path, sha256]));
  return paths.map((path) => files.get(String(path)) ?? path);
}
