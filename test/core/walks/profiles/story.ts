import fs from 'node:fs';
import path from 'node:path';
import { asAppError } from '#contract/errors.ts';
import type { Operation } from '#contract/operations.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import type { Name, Station } from './station.ts';

/** Who is signed in, and at which of the services. */
export interface Account {
  readonly service: number;
  readonly email: string;
}

/** An action of the user and its possible outcome. */
export interface Deed {
  readonly tag: string;
  readonly profile: Name;
  readonly action: 'create' | 'edit';
  /** Null: made before anybody signed in, so that it goes to whom the profile belongs first. */
  account: Account | null;
  /**
   * How much had left the station when a backup took the place of the work that held it, or its profile was removed;
   * null while it is there.
   */
  goneAt: number | null;
}

/** A profile: its account and the tags in its work. */
export interface Profile {
  readonly account: Account | null;
  readonly deeds: readonly string[];
  readonly isRestored: boolean;
}

/** A profile in which nothing was done yet. */
export const EMPTY: Profile = { account: null, deeds: [], isRestored: false };

/** A promise of Cabinet that did not hold. */
export class Broken extends Error {}

/** Ends the walk unless it holds. */
export function must(holds: boolean, text: string): asserts holds {
  if (!holds) throw new Broken(text);
}

/** Marks every typed value, so that it is recognized everywhere. */
export const TAG = /T\d+T/g;
/** Returns the tags in the values of an operation. */
export const tagsOf = (changes: Operation['changes']): readonly string[] =>
  JSON.stringify(changes.map(({ after }) => after)).match(TAG) ?? [];

/** Errors that a user must never get for an allowed action. */
const FAULTS = new Set(['internal', 'damaged', 'disk-full']);

/** The past actions at a station, as the user remembers them. */
export class Story {
  readonly station;
  readonly folder;
  readonly profiles = new Map<Name, Profile>([['default', EMPTY]]);
  readonly deeds = new Map<string, Deed>();
  /** The tags of the actions that the core refused. */
  readonly refused = new Set<string>();
  /** The state of each profile when a backup of it was made. */
  readonly backups = new Map<string, Profile>();
  /** Work that a backup replaced, with the tags pending in it. */
  readonly asides: { readonly file: string; readonly tags: readonly string[] }[] = [];
  /** Counts the actions and their answers. */
  readonly counts = new Map<string, number>();
  open: Name = 'default';
  moves = 0;
  /** The number of requests that were checked. */
  seen = 0;
  #number = 0;

  constructor(station: Station, folder: string) {
    this.station = station;
    this.folder = folder;
  }

  get host() {
    return this.station.host();
  }

  /** The open profile. */
  get here(): Profile {
    return this.profiles.get(this.open) ?? EMPTY;
  }

  set(change: Partial<Profile>, name: Name = this.open): void {
    this.profiles.set(name, { ...(this.profiles.get(name) ?? EMPTY), ...change });
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Awaits a call; an error worded for the user is no fault, others are. */
  async asked<T>(what: string, work: Promise<T>): Promise<T | null> {
    try {
      const result = await work;
      this.count(`${what}: yes`);
      return result;
    } catch (thrown) {
      const { code, message } = asAppError(thrown);
      must(
        !FAULTS.has(code),
        `${what}: ${code} ${message} ${thrown instanceof Error ? (thrown.stack ?? '') : ''}`,
      );
      this.count(`${what}: ${code}`);
      return null;
    }
  }

  /** A tag that was not given yet. */
  tag(): string {
    this.#number += 1;
    return `T${this.#number}T`;
  }

  /** Notes an action in a profile for the account that is signed in there. */
  note(tag: string, action: Deed['action'], profile: Name): void {
    const { account, deeds } = this.profiles.get(profile) ?? EMPTY;
    this.deeds.set(tag, { tag, profile, action, account, goneAt: null });
    this.set({ deeds: [...deeds, tag] }, profile);
  }

  wasSent(tag: string): boolean {
    return this.station.wire.some(({ text }) => text.includes(tag));
  }

  /** How many records with the tag the service holds. */
  made(service: number, tag: string): number {
    const all = this.station.services[service]?.state.all('fittings') ?? [];
    return all.filter(({ kod }) => kod === tag).length;
  }

  /** The tags in the work that a file holds. */
  tagsIn(file: string): readonly string[] {
    const tags: string[] = [];
    openDatabase(file, (db) => {
      for (const text of db.prepare('SELECT patch FROM operation').pluck().all())
        tags.push(...(String(text).match(TAG) ?? []));
    });
    return tags;
  }

  /** Notes backups that were made since. */
  noteBackups(): void {
    for (const name of this.profiles.keys()) {
      const folder = path.join(this.station.dataDir(), 'profiles', name, 'backups');
      if (!fs.existsSync(folder)) continue;
      for (const each of fs.readdirSync(folder))
        if (!this.backups.has(`${name}/${each}`))
          this.backups.set(`${name}/${each}`, this.#thenIn(name, path.join(folder, each)));
    }
  }

  /** An action made during a close may be in its backup or not. */
  #thenIn(name: Name, backup: string): Profile {
    const now = this.profiles.get(name) ?? EMPTY;
    const kept = this.tagsIn(backup);
    const deeds = now.deeds.filter(
      (tag) => kept.includes(tag) || this.deeds.get(tag)?.action === 'edit',
    );
    return { ...now, deeds };
  }
}
