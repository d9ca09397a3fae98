import type { Json } from '#contract/json.ts';
import { OBJ } from '../../../support/desk.ts';
import { valuesWith, wholeOf } from './fields.ts';
import { stage } from './files.ts';
import type { Hands } from './hands.ts';
import { insist, insistInWords } from './insist.ts';
import { differing, nameOf, namesIn, same, valuesOf } from './picture.ts';
import type { Seen } from './picture.ts';

/** Types a value into a field. */
export async function edit(hands: Hands, a: number, b: number, c: number): Promise<void> {
  const record = hands.pick(a);
  if (record === null) return;
  const [field, value] = hands.choose(record.kind, b, c);
  await write(hands, record, field, value);
}

/** Gives a field of a record a value. */
export async function write(hands: Hands, record: Seen, field: string, value: Json): Promise<void> {
  const old = await hands.newestGroup();
  const { kind, id, name } = record;
  const values = valuesWith(field, value);
  await hands.desk.call('records.update', { kind, ref: id, values, files: [] });
  const group = await hands.newestGroup();
  await hands.expect(`edit ${name}`, {
    wanted: new Map([[name, { [field]: value }]]),
    group: group === old ? null : group,
  });
}

/** Opens a form, or keeps the one that is open: much may have happened since. */
export async function keep(hands: Hands, b: number, c: number): Promise<void> {
  if (hands.form === null) return openForm(hands, 2 * b);
  const { kind, id, base } = hands.form;
  const record = hands.byId(kind, id);
  hands.form = null;
  if (record === null || record.leaving) return;
  const [field, value] = hands.choose(kind, b, c);
  // A form saves only the values that differ from the shown ones.
  if (same(kind, field, valuesOf(hands.hashes, kind, base)[field] ?? null, value)) return;
  hands.count('kept form');
  const values = valuesWith(field, value);
  await hands.desk.call('records.update', { kind, ref: id, values, files: [], base });
  const group = (await hands.desk.call('groups.next', {})).undo?.id;
  await hands.expect(`keep ${record.name}`, {
    wanted: new Map([[record.name, { [field]: value }]]),
    group,
  });
}

async function openForm(hands: Hands, a: number): Promise<void> {
  const record = hands.pick(a);
  if (record === null) return;
  const { kind, id } = record;
  const { record: base } = await hands.desk.call('records.get', { kind, ref: id });
  hands.form = { kind, id, base };
}

/** Makes a record; a code that is there already is refused. */
export async function create(hands: Hands, a: number, b: number): Promise<void> {
  const old = await hands.newestGroup();
  const kind = (['fittings', 'edge-bands', 'products'] as const)[a % 3] ?? 'fittings';
  const number = hands.number();
  // Products have no code, and two may have one name.
  const code = kind === 'products' ? `P-${number}` : `N-${b % 3}`;
  const name = `${kind}/${code}`;
  const values = {
    fittings: { kod: code, name: 'Nowy', price: '5' },
    'edge-bands': { code, name: 'Nowe', thickness: 1 },
    products: { name: code, status: '1', date: '2026-01-02', materialy: {}, main: {} },
  }[kind];
  const there = hands.now.records.get(name);
  if (there !== undefined && kind === 'products') return;
  const model =
    kind === 'products' ? await stage(hands, kind, `m${b % 3}.obj`, `${OBJ}# ${b}\n`) : null;
  const files = model === null ? [] : [{ field: 'modelPath', file: model }];
  try {
    await hands.desk.call('records.create', { kind, values, files });
  } catch (error) {
    insist(there !== undefined, `create ${name}: ${String(error)}`);
    return hands.expect(`create ${name} again`);
  }
  insist(there === undefined, `a second ${name} was taken`);
  const group = await hands.newestGroup();
  const held = model === null ? {} : { modelPath: hands.staged.get(model) ?? null };
  await hands.expect(`create ${name}`, {
    wanted: new Map([[name, { ...values, ...held }]]),
    made: new Set([name]),
    group: group === old ? null : group,
  });
}

/** Removes a record. */
export async function remove(hands: Hands, a: number): Promise<void> {
  const record = hands.pick(a, ['fittings', 'materials', 'edge-bands', 'products']);
  if (record === null) return;
  const { kind, id, name } = record;
  const { group } = await hands.desk.call('records.remove', { kind, ref: id });
  await hands.expect(`remove ${name}`, { gone: new Set([name]), group });
}

/** Removes one field from a pending update. */
export async function withdraw(hands: Hands, a: number, b: number): Promise<void> {
  const open = hands.now.open.filter(({ action }) => action === 'update');
  const operation = open[a % Math.max(1, open.length)];
  const field = operation?.changes[b % operation.changes.length]?.field;
  if (operation === undefined || field === undefined) return;
  await hands.desk.call('outbox.withdraw', { operation: operation.id, field }).catch(insistInWords);
  const { before, after } = await hands.look();
  for (const name of namesIn(before, after)) {
    const [old, now] = [before.records.get(name), after.records.get(name)];
    insist(old !== undefined && now !== undefined, `withdraw: ${name} came or went`);
    for (const changed of differing(old, now))
      insist(
        name === nameOf(operation) && wholeOf(changed) === wholeOf(field),
        `withdraw: ${name} ${changed} changed`,
        operation,
        field,
      );
  }
}
