import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import { STATES } from '#contract/operations.ts';
import { fileRef } from '#contract/resources/field.ts';
import { openDesk, PRODUCT, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { hashOf, picture, stage } from '../../files/giving.ts';

export type Listed = 'fittings' | 'products';
const LISTED: readonly Listed[] = ['fittings', 'products'];
const SEEDED = ['a', 'b', 'c'].map((name) => `uploads/old/${name}.png`);
const ENDED: ReadonlySet<string> = new Set(['done', 'discarded', 'merged']);

/** A record by its constant name: its code or its date. */
export interface Held {
  readonly kind: Listed;
  readonly name: string;
  readonly id: string;
  readonly record: JsonObject;
}

/** The pictures that any user added to or removed from a record, by their bytes. */
interface Chosen {
  readonly given: Set<string>;
  readonly taken: Set<string>;
}

/** One workstation, its service and the chosen pictures of each record. */
export class World {
  readonly desk: TestWorkstation;
  readonly counts = new Map<string, number>();
  readonly #staged = new Map<string, string>();
  readonly #given = new Map<number, string>();
  readonly #chosen = new Map<string, Chosen>();
  #before = new Map<string, readonly string[]>();
  #made = 0;

  private constructor(desk: TestWorkstation) {
    this.desk = desk;
    for (const held of this.held()) this.chosen(held.name, this.picturesOf(held));
    this.#before = this.#pictures();
  }

  static async open(): Promise<World> {
    const [one, two] = SEED.fittings;
    const seed = {
      ...SEED,
      fittings: [
        { ...one, images: SEEDED },
        { ...two, images: SEEDED.slice(1) },
      ],
      products: [
        { ...PRODUCT, images: SEEDED.slice(0, 2) },
        { ...PRODUCT, name: 'Szafa 3D', date: '2026-01-03', images: SEEDED },
      ],
    };
    return new World(await openDesk({ seed }));
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Returns the chosen pictures of a record after adding these. */
  chosen(name: string, given: readonly string[] = [], taken: readonly string[] = []): Chosen {
    const known = this.#chosen.get(name) ?? { given: new Set(), taken: new Set() };
    this.#chosen.set(name, known);
    for (const each of given) known.given.add(each);
    for (const each of taken) known.taken.add(each);
    return known;
  }

  held(): readonly Held[] {
    return LISTED.flatMap((kind) =>
      this.desk.service.state.all(kind).map((record) => ({
        kind,
        name: nameOf(kind, record),
        id: String(record['_id']),
        record,
      })),
    );
  }

  /** The bytes behind a file of a list: those of a path where the service has them. */
  bytesOf(item: Json): string {
    if (typeof item !== 'string')
      return this.#staged.get(fileRef.safeParse(item).data?.$file ?? '') ?? JSON.stringify(item);
    const found = this.desk.service.state.files().find(({ path }) => path === item);
    return found?.sha256 ?? item;
  }

  bytesIn(value: Json | undefined): readonly string[] {
    return Array.isArray(value) ? value.map((item) => this.bytesOf(item)) : [];
  }

  picturesOf({ record }: Pick<Held, 'record'>): readonly string[] {
    return this.bytesIn(record['images']);
  }

  /** A staged copy: one for all records that are given the same picture. */
  async give(n: number): Promise<{ readonly $file: string }> {
    const file = this.#given.get(n) ?? (await stage(this.desk, `${n}.png`, picture(n)));
    this.#given.set(n, file);
    this.#staged.set(file, hashOf(picture(n)));
    return { $file: file };
  }

  next(): number {
    return (this.#made += 1);
  }

  async operations(): Promise<readonly Operation[]> {
    const all = { states: [...STATES], limit: 10_000 };
    const { operations } = await this.desk.call('outbox.list', all);
    return operations.filter(({ state }) => !ENDED.has(state));
  }

  async shown({ kind, id }: Pick<Held, 'kind' | 'id'>): Promise<JsonObject | null> {
    try {
      return (await this.desk.call('records.get', { kind, ref: id })).record;
    } catch {
      return null;
    }
  }

  /** Looks whether all that happened to pictures of the service was chosen. */
  check(): void {
    const now = this.#pictures();
    for (const [name, pictures] of now) {
      const { given, taken } = this.chosen(name);
      insist(new Set(pictures).size === pictures.length, `twice: in ${name}`, pictures);
      for (const each of pictures) insist(given.has(each), `unasked: in ${name}`, each, [...given]);
      for (const each of this.#before.get(name) ?? [])
        insist(pictures.includes(each) || taken.has(each), `gone: from ${name}`, each, pictures);
    }
    this.#before = now;
  }

  #pictures(): Map<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    for (const held of this.held()) {
      insist(!found.has(held.name), `made twice: ${held.name}`);
      found.set(held.name, this.picturesOf(held));
    }
    return found;
  }
}

export function nameOf(kind: Listed, record: JsonObject): string {
  return String(own(record, kind === 'fittings' ? 'kod' : 'date'));
}

export function insist(holds: boolean, what: string, ...told: readonly unknown[]): void {
  if (!holds) throw new Error(`${what} ${told.map((each) => JSON.stringify(each)).join(' | ')}`);
}
