import { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Managed } from '#contract/managed.ts';
import { settingsSchema } from '#contract/procedures.ts';
import { withCurrentNames } from '#contract/settingNames.ts';
import type { Settings } from '#contract/procedures.ts';
import { NO_LABELS, readStatusLabels } from '#contract/statusLabels.ts';
import type { StatusLabels } from '#contract/statusLabels.ts';
import { z } from '#contract/zod.ts';
import { transact } from './database.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { learnNote, noteOf, setNote } from './notes.ts';

const someSettings = settingsSchema.partial();
const settingRows = z.array(z.object({ name: z.string(), value: z.string() }));

/** Stores small facts of a profile: its service, learned facts, notices. */
export class MetaStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  get(key: string): string | null {
    return noteOf(this.#db, key);
  }

  set(key: string, value: string): void {
    setNote(this.#db, key, value);
  }

  /** Stores what an answer of the service taught, under a key of `cap:`, and when. */
  learn(key: string, value: string, at: number): void {
    learnNote(this.#db, key, value, at);
  }

  remove(prefix: string): void {
    prepared(this.#db, 'DELETE FROM meta WHERE substr(key, 1, length(@prefix)) = @prefix').run({
      prefix,
    });
  }
}

export const DEFAULT_SETTINGS: Settings = {
  pageSize: 0,
  concurrency: 3,
  inFlightWindowSeconds: 120,
  assetBaseUrl: '',
  assetBudgetMb: 512,
  proxy: 'system',
  proxyUser: '',
  language: 'system',
  theme: 'system',
  trashDays: 30,
  currency: '',
  statusLabels: '',
  autoSend: 'off',
  rememberPassword: 'off',
  sendOnQuit: 'never',
  notifications: 'counts',
  refreshMinutes: 15,
};

type Decided = NonNullable<Managed['settings']>;

/**
 * Stores a profile's settings.
 *
 * Unset ones have defaults. Managed ones cannot be set.
 */
export class SettingStore {
  readonly #db;
  readonly #decided: Decided;
  /** Cached settings of the only writer, because they are read at every step. */
  #known: Settings | null = null;
  /** The labels of the text read last, because an import asks for them at each row. */
  #labels: { readonly text: string; readonly read: StatusLabels } = { text: '', read: NO_LABELS };

  constructor(db: Db, decided: Decided = {}) {
    this.#db = db;
    this.#decided = decided;
  }

  all(): Settings {
    const settings = this.#known ?? this.#read();
    this.#known = this.#db.readonly ? null : settings;
    return settings;
  }

  /** The in-flight window in milliseconds. */
  get settleMs(): number {
    return this.all().inFlightWindowSeconds * 1000;
  }

  get statusLabels(): StatusLabels {
    const text = this.all().statusLabels;
    if (this.#labels.text !== text)
      this.#labels = { text, read: readStatusLabels(text) ?? NO_LABELS };
    return this.#labels.read;
  }

  #read(): Settings {
    const rows = settingRows.parse(prepared(this.#db, 'SELECT name, value FROM setting').all());
    const values = Object.fromEntries(
      rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]),
    );
    // A value that is not accepted any more leaves the other settings as they are.
    const known = Object.entries(withCurrentNames(values)).flatMap(([name, value]) => {
      const one = someSettings.safeParse({ [name]: value });
      return one.success ? Object.entries(defined(one.data)) : [];
    });
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known), ...defined(this.#decided) };
  }

  /**
   * Stores all values or none.
   *
   * Throws `invalid` if a managed setting has another value.
   */
  set(values: { readonly [K in keyof Settings]?: Settings[K] | undefined }): void {
    refuseDecided(values, this.#decided);
    const put = prepared(
      this.#db,
      'INSERT INTO setting(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value',
    );
    this.#known = null;
    transact(this.#db, () => {
      for (const [name, value] of Object.entries(values))
        if (value !== undefined) put.run(name, JSON.stringify(value));
    });
  }
}

function refuseDecided(values: object, decided: Decided): void {
  const fixed = new Map(Object.entries(decided));
  const issues = Object.entries(values)
    .filter(([name, value]) => fixed.has(name) && fixed.get(name) !== value)
    .map(([name, value]) => ({
      place: name,
      value: String(value),
      ...expecting('decided', { value: String(fixed.get(name)) }),
    }));
  if (issues.length > 0) throw new AppError('invalid', 'Set by your administrator.', { issues });
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(pairs) as { [K in keyof T]: Exclude<T[K], undefined> };
}
