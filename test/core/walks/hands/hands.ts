import type { Json, JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Mark } from '#contract/review.ts';
import { openDesk, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { EDITED, FIELDS } from './fields.ts';
import type { Plain } from './fields.ts';
import { insist } from './insist.ts';
import { differing, look, namesIn, same } from './picture.ts';
import type { Hashes, Picture, Seen } from './picture.ts';

/** A record of a group, as it was and as the group left it. */
export interface Entry {
  readonly before: Seen | null;
  readonly after: Seen | null;
}

/** A record of a review with its mark and its comment. */
export interface Item {
  readonly kind: Kind;
  readonly id: string;
  mark: Mark | null;
  comment: string;
}

/** The mark and comment of a review for a record, with a copy of the record. */
export interface Note {
  readonly session: string;
  readonly mark: Mark;
  comment: string;
  readonly copy: Seen;
}

/** The expected result of an action; everything else must stay unchanged. */
export interface Expected {
  readonly wanted?: ReadonlyMap<string, Readonly<Record<string, Json | null>>>;
  readonly gone?: ReadonlySet<string>;
  readonly made?: ReadonlySet<string>;
  /** The group that it is noted as. */
  readonly group?: string | null | undefined;
}

/** A user at a desk, with the remembered results of past actions. */
export class Hands {
  readonly desk: TestWorkstation;
  /** The bytes of staged files. */
  readonly staged = new Map<string, string>();
  /** The changes of each group to its records. */
  readonly groups = new Map<string, ReadonlyMap<string, Entry>>();
  /**
   * Records and fields that another user may have changed.
   *
   * Also those discarded in flight.
   */
  readonly foreign = new Set<string>();
  /** The records of each review. */
  readonly reviews = new Map<string, readonly Item[]>();
  /** The review notes of each record, newest first. */
  readonly notes = new Map<string, readonly Note[]>();
  /** How often each thing was done. */
  readonly counts = new Map<string, number>();
  /** The last picture. */
  now: Picture = { records: new Map(), open: [], all: [] };
  /** A form that was opened and not kept yet. */
  form: { readonly kind: Kind; readonly id: string; readonly base: JsonObject } | null = null;
  /** The record that was touched last. */
  hot = '';
  #hotField = '';
  #number = 0;
  /** The service ids of records that were created here. */
  readonly #alias = new Map<string, string>();

  private constructor(desk: TestWorkstation) {
    this.desk = desk;
  }

  /** Opens a desk at a service that holds an edge band with values the document does not allow. */
  static async open(): Promise<Hands> {
    const odd = { code: 'PVC-10', name: 'PVC 10', isActive: 'tak', thickness: '2 mm' };
    const hands = new Hands(await openDesk({ seed: { ...SEED, edgeBands: [odd] } }));
    await hands.look();
    return hands;
  }

  /** The bytes behind the names of files, here and at the service. */
  get hashes(): Hashes {
    return { staged: this.staged, desk: this.desk };
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** A number that was not given yet. */
  number(): number {
    this.#number += 1;
    return this.#number;
  }

  /** Returns the current picture without remembering it. */
  async peek(): Promise<Picture> {
    const seen = await look(this.hashes);
    for (const { recordId, serviceId } of seen.all)
      if (serviceId !== null) this.#alias.set(recordId, serviceId);
    return seen;
  }

  /** Looks at everything, and remembers it. */
  async look(): Promise<{ readonly before: Picture; readonly after: Picture }> {
    const [before, after] = [this.now, await this.peek()];
    this.now = after;
    return { before, after };
  }

  /** The one name of a record that has an id of ours and one of the service's. */
  canon(id: string): string {
    return this.#alias.get(id) ?? id;
  }

  /** Whether both are ids of one record. */
  isOne(a: string, b: string): boolean {
    return this.canon(a) === this.canon(b);
  }

  /** The record that is shown under an id, of ours or of the service. */
  byId(kind: Kind, ref: string | null): Seen | null {
    if (ref === null) return null;
    const all = [...this.now.records.values()];
    return all.find((each) => each.kind === kind && this.isOne(each.id, ref)) ?? null;
  }

  /** Returns whether another user may have changed the record or the field. */
  isForeign(name: string, field?: string): boolean {
    return this.foreign.has(name) || (field !== undefined && this.foreign.has(`${name}.${field}`));
  }

  /**
   * Picks the last touched record every second time, because faults appear where actions collide.
   */
  pick(at: number, kinds: readonly Kind[] = EDITED): Seen | null {
    const hot = this.now.records.get(this.hot);
    if (at % 2 === 0 && hot !== undefined && !hot.leaving && kinds.includes(hot.kind)) return hot;
    const all = [...this.now.records.values()]
      .filter(({ kind, leaving }) => kinds.includes(kind) && !leaving)
      .sort((one, two) => (one.name < two.name ? -1 : 1));
    const found = all[Math.floor(at / 2) % Math.max(1, all.length)] ?? null;
    this.hot = found?.name ?? '';
    return found;
  }

  /** A field and a value for it; every second time the field that was given one last. */
  choose(kind: Kind, b: number, c: number): readonly [field: string, value: Plain] {
    const fields = FIELDS[kind];
    const hot = b % 2 === 0 ? fields.find(([name]) => name === this.#hotField) : undefined;
    const [field, values] = hot ?? fields[Math.floor(b / 2) % fields.length] ?? ['name', ['x']];
    this.#hotField = field;
    return [field, values[c % values.length] ?? 'x'];
  }

  async ids(kind: Kind): Promise<string[]> {
    return (await this.desk.call('records.ids', { kind })).ids;
  }

  async newestGroup(): Promise<string | undefined> {
    return (await this.desk.call('groups.list', { limit: 1 })).groups[0]?.id;
  }

  /** Notes the changes of a group, so that it can be undone. */
  noteGroup(group: string | null | undefined, before: Picture, after: Picture): void {
    if (group === null || group === undefined) return;
    const entries = new Map<string, Entry>();
    for (const name of namesIn(before, after)) {
      const old = before.records.get(name) ?? null;
      const now = after.records.get(name) ?? null;
      const differ =
        old === null ||
        now === null ||
        old.leaving !== now.leaving ||
        differing(old, now).length > 0;
      if (differ) entries.set(name, { before: old, after: now });
    }
    this.groups.set(group, entries);
  }

  /** Takes a new picture and checks that only the expected changes happened. */
  async expect(what: string, { wanted, gone, made, group }: Expected = {}): Promise<void> {
    const { before, after } = await this.look();
    this.noteGroup(group, before, after);
    for (const name of namesIn(before, after)) {
      const [old, now] = [before.records.get(name), after.records.get(name)];
      if (gone?.has(name) === true) {
        insist(now === undefined || now.leaving, `${what}: ${name} stays`);
        continue;
      }
      insist(now !== undefined, `${what}: ${name} vanished`);
      insist(old !== undefined || made?.has(name) === true, `${what}: ${name} appeared`);
      insist(!now.leaving || old?.leaving === true, `${what}: ${name} is leaving`);
      insist(old?.leaving !== true || now.leaving, `${what}: ${name} is no longer leaving`);
      const given = wanted?.get(name) ?? {};
      for (const field of Object.keys(now.values)) {
        const expected = (Object.hasOwn(given, field) ? given[field] : old?.values[field]) ?? null;
        const seen = now.values[field] ?? null;
        insist(
          same(now.kind, field, expected, seen),
          `${what}: ${name} ${field} is ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`,
        );
      }
    }
  }
}
