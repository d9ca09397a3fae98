import { isDeepStrictEqual } from 'node:util';
import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import { OBJ, openDesk, PNG } from '#test/support/desk.ts';
import type { TestWorkstation } from '#test/support/desk.ts';
import { failingDisk } from '#test/support/failingDisk.ts';
import { SHEETS, WALK_SEED } from './kinds.ts';
import type { Kept, KindSheet } from './kinds.ts';

class Broken extends Error {}

export function must(holds: boolean, text: string): void {
  if (!holds) throw new Broken(text);
}

/** The known records of a kind by their identity. */
export type Known = ReadonlyMap<string, Kept>;

export interface Seen extends Kept {
  readonly id: string;
  readonly ident: string;
}

/** A workstation and the expected contents of its records. */
export class Bench {
  readonly desk;
  /** The disk fails where the next piece of rows is queued, or one further behind. */
  readonly failNext;
  readonly counts: Record<string, number> = {};
  readonly #known = new Map<string, Known>();
  #number = 0;

  private constructor(desk: TestWorkstation, failNext: (behind: number) => void) {
    this.desk = desk;
    this.failNext = failNext;
  }

  static async open(): Promise<Bench> {
    let pieces = 0;
    const { disk, failNext } = failingDisk('UPDATE change_group SET cursor', () => pieces-- === 0);
    const desk = await openDesk({ seed: WALK_SEED }, disk);
    desk.file('s/m.obj', OBJ);
    desk.file('s/p.png', PNG);
    const bench = new Bench(desk, (behind) => {
      pieces = behind;
      failNext();
    });
    for (const sheet of SHEETS) bench.know(sheet, await bench.shown(sheet));
    return bench;
  }

  next(): number {
    this.#number += 1;
    return this.#number;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  known({ kind }: KindSheet): Known {
    return this.#known.get(kind) ?? new Map();
  }

  know({ kind }: KindSheet, known: Known): void {
    this.#known.set(kind, known);
  }

  learn(sheet: KindSheet, ident: string, kept: Kept): void {
    this.know(sheet, new Map([...this.known(sheet), [ident, kept]]));
  }

  forget(sheet: KindSheet, ident: string): void {
    const left = [...this.known(sheet)].filter(([each]) => each !== ident);
    this.know(sheet, new Map(left));
  }

  async seen(sheet: KindSheet): Promise<readonly Seen[]> {
    const { records } = await this.desk.call('records.whole', { kind: sheet.kind, limit: 10_000 });
    return records.map(({ id, record }) => ({
      id,
      ident: sheet.identOf(record),
      ...keptOf(sheet, record),
    }));
  }

  async shown(sheet: KindSheet): Promise<Known> {
    return this.#once(sheet, await this.seen(sheet), 'shown');
  }

  #once({ kind }: KindSheet, all: readonly (Kept & { readonly ident: string })[], where: string) {
    const known = new Map(all.map(({ ident, name, number }) => [ident, { name, number }]));
    must(known.size === all.length, `${kind}: a record is ${where} twice`);
    return known;
  }

  /** Everything is shown as it was queued. */
  async check(): Promise<void> {
    for (const sheet of SHEETS) this.#compare(sheet, await this.shown(sheet), 'shown');
  }

  /** The service holds all of it, and nothing waits. */
  async checkSent(): Promise<void> {
    const { operations } = await this.desk.call('outbox.list', {});
    const left = operations.map(({ action, state, title, reason }) => [
      action,
      state,
      title,
      reason,
    ]);
    must(left.length === 0, `it waits: ${JSON.stringify(left)}`);
    for (const sheet of SHEETS) {
      const all = this.desk.service.state.all(sheet.stored).map((record) => ({
        ident: sheet.identOf(record),
        ...keptOf(sheet, record),
      }));
      this.#compare(sheet, this.#once(sheet, all, 'stored'), 'stored');
    }
  }

  #compare(sheet: KindSheet, now: Known, where: string): void {
    const known = this.known(sheet);
    for (const ident of new Set([...known.keys(), ...now.keys()]))
      must(
        isDeepStrictEqual(known.get(ident), now.get(ident)),
        `${sheet.kind} ${ident} is ${where} as ${JSON.stringify(now.get(ident))}, expected ${JSON.stringify(known.get(ident))}`,
      );
  }

  /** Waits until nothing is being queued any more. */
  async settled(): Promise<void> {
    for (let look = 0; look < 400; look += 1) {
      const { groups } = await this.desk.call('groups.list', {});
      if (groups.every(({ state }) => state !== 'queueing')) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Broken('a group is queued for ever');
  }
}

function keptOf({ kind, number }: KindSheet, record: JsonObject): Kept {
  const values = readRecord(resourceOf(kind), record);
  const value = number === null ? null : (own(values, number) ?? null);
  const isThere = value !== null && value !== '';
  return { name: String(own(values, 'name') ?? ''), number: isThere ? Number(value) : null };
}
