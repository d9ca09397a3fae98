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

/** A record of a review, and what was said of it there. */
export interface Item {
  readonly kind: Kind;
  readonly id: string;
  mark: Mark | null;
  comment: string;
}

/** What a review said of a record, and the record as it was then. */
export interface Note {
  readonly session: string;
  readonly mark: Mark;
  comment: string;
  readonly copy: Seen;
}

/** What has to come of something that was done; everything else stays as it is. */
export interface Expected {
  readonly wanted?: ReadonlyMap<string, Readonly<Record<string, Json | null>>>;
  readonly gone?: ReadonlySet<string>;
  readonly made?: ReadonlySet<string>;
  /** The group that it is noted as. */
  readonly group?: string | null | undefined;
}

/** A person at a desk: what was done so far, as the person remembers it. */
export class Hands {
  readonly desk: TestWorkstation;
  /** The bytes of staged files. */
  readonly staged = new Map<string, string>();
  /** What each group did to the records it touched. */
  readonly groups = new Map<string, ReadonlyMap<string, Entry>>();
  /** Records, and fields of them, that another hand may have changed, or that were discarded on their way. */
  readonly foreign = new Set<string>();
  /** The records of each review. */
  readonly reviews = new Map<string, readonly Item[]>();
  /** What reviews said of each record, the last first. */
  readonly notes = new Map<string, readonly Note[]>();
  /** How often each thing was done. */
  readonly counts = new Map<string, number>();
  /** What was seen last. */
  now: Picture = { records: new Map(), open: [], all: [] };
  /** A form that was opened and not kept yet. */
  form: { readonly kind: Kind; readonly id: string; readonly base: JsonObject } | null = null;
  /** The record that was touched last. */
  hot = '';
  #hotField = '';
  #number = 0;
  /** What the service calls records that were made here. */
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

  /** Looks at everything without taking it for what is remembered. */
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

  /** Whether another hand may have changed the record, or the field of it. */
  isForeign(name: string, field?: string): boolean {
    return this.foreign.has(name) || (field !== undefined && this.foreign.has(`${name}.${field}`));
  }

  /** Every second time what was touched last: what goes wrong goes wrong where things meet. */
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

  /** Notes what a group did, so that it can be taken back. */
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

  /** Looks, and insists that what was to come has come and nothing else. */
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
