import { createHash } from 'node:crypto';
import type { Kind } from '#contract/resources/resource.ts';
import { PNG } from '../../../support/desk.ts';
import type { Hands } from './hands.ts';
import { insist } from './insist.ts';

/** Stages a file, and remembers its bytes. */
export async function stage(
  hands: Hands,
  kind: Kind,
  name: string,
  bytes: Buffer | string,
): Promise<string> {
  const source = hands.desk.file(name, bytes);
  const { file } = await hands.desk.call('files.stage', { path: source, kind });
  hands.staged.set(file, createHash('sha256').update(bytes).digest('hex'));
  return file;
}

/** Drops a picture on the window: its name says of which record it is. */
export async function drop(hands: Hands, a: number, b: number, c: number): Promise<void> {
  const record = hands.pick(a, ['fittings', 'materials']);
  if (record === null) return;
  const { kind, name } = record;
  const code = name.slice(kind.length + 1);
  const bytes = Buffer.concat([PNG, Buffer.from(`picture ${c % 4}`)]);
  const file = await stage(hands, kind, `${code}_1.png`, bytes);
  const match = { kind, files: [{ id: 'x', path: `${code}_1.png` }] };
  const { matches } = await hands.desk.call('files.match', match);
  const [found] = matches;
  const candidate = found?.candidates[0];
  insist(
    found?.outcome === 'one' &&
      candidate !== undefined &&
      hands.byId(kind, candidate.record)?.name === name,
    `drop: ${code} is not found`,
    matches,
  );
  const old = await hands.newestGroup();
  const { field } = candidate;
  const as = b % 3 === 0 && field === 'images' ? 'replace' : candidate.as;
  const { group, placed } = await hands.desk.call('files.queue', {
    name: 'drop',
    assignments: [{ file, kind, record: candidate.record, field, as }],
  });
  if ((placed[0]?.error ?? null) !== null) return hands.expect('drop, refused');
  const hash = hands.staged.get(file) ?? '';
  if (field === 'PICFILE')
    return hands.expect('drop', { wanted: new Map([[name, { [field]: hash }]]), group });
  const held = String(record.values[field] ?? '');
  const items = held === '' ? [] : held.split(' ');
  const now = await hands.peek();
  const seen = String(now.records.get(name)?.values[field] ?? '').split(' ');
  insist(seen.includes(hash), 'drop: it is not there', seen);
  const lost = items.filter((item) => !seen.includes(item));
  insist(lost.length <= (as === 'replace' ? 1 : 0), 'drop: another was lost', items, seen);
  insist(group === null || group !== old, 'drop: an old group');
  const wanted = new Map([[name, { [field]: [...seen].sort().join(' ') }]]);
  await hands.expect('drop', { wanted, group });
}
