import { PLACES } from './fields.ts';
import type { Hands } from './hands.ts';
import { there } from './picture.ts';

/**
 * Changes a record as another administrator.
 *
 * Some values violate the document.
 */
export function change(hands: Hands, a: number, b: number, c: number): void {
  const all = [...there(hands.hashes).values()].filter(({ kind }) => kind !== 'products');
  const hot = all.find(({ name }) => name === hands.hot);
  const record = (a % 2 === 0 ? hot : undefined) ?? all[a % Math.max(1, all.length)];
  if (record === undefined) return;
  const { kind, id, name } = record;
  const [field, value] = hands.choose(kind, b, c + 1);
  if (field.includes('.') || value === '') return;
  const isOdd = kind === 'edge-bands' && c % 3 === 0;
  const odd = new Map([
    ['isActive', 'nie'],
    ['thickness', '3 mm'],
  ]).get(field);
  const given = isOdd ? (odd ?? value) : value;
  hands.desk.service.state.patch(PLACES[kind], id, { [field]: given });
  hands.foreign.add(`${name}.${field}`);
}

/** Another administrator removes a record. */
export function removeThere(hands: Hands, a: number): void {
  const all = [...there(hands.hashes).values()];
  const record = all[a % Math.max(1, all.length)];
  if (record === undefined || a % 2 === 0) return;
  hands.desk.service.state.remove(PLACES[record.kind], record.id);
  hands.foreign.add(record.name);
  hands.foreign.add(record.id);
}

/** The line or the service fails at the next request of a sort. */
export function fail(hands: Hands, a: number, b: number): void {
  const method = ['POST', 'PATCH', 'DELETE', 'PUT'][a % 4] ?? 'PATCH';
  const on = { method, path: /adminapi|edge_band/ };
  const faults = [
    { kind: 'lostAnswer', on, nth: 1 },
    { kind: 'resetBefore', on, nth: 1 },
    { kind: 'status', status: 400, message: 'no', on, nth: 1 },
    { kind: 'status', status: 503, on, nth: 1 },
    { kind: 'truncated', on, nth: 1 },
  ] as const;
  const fault = faults[b % faults.length];
  if (fault !== undefined) hands.desk.service.addFault(fault);
}
