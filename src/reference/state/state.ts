import path from 'node:path';
import { isObject, textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { byKind, KINDS, NAMES } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import { Collection } from './collection.ts';
import { idOf, newId } from './ids.ts';
import { NO_JOURNAL, readJournal, rewriteJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { toNormal } from './normal.ts';
import type { StateView, StoredFile } from './view.ts';

/**
 * The whole state of the service.
 *
 * Every change is in the journal before the call returns.
 */
export class State implements StateView {
  readonly collections = byKind((kind) => new Collection(NAMES[kind].code));
  readonly #files = new Map<string, StoredFile>();
  readonly #tokens = new Map<string, number>();
  readonly #now: () => Date;
  readonly #makeId: (now: Date) => string;
  #journal: Journal = NO_JOURNAL;
  #changes = 0;

  constructor(now: () => Date, makeId: (now: Date) => string = newId) {
    this.#now = now;
    this.#makeId = makeId;
  }

  /** Loads the state in `dataDir`, or `seed` when none is stored. */
  open(
    dataDir: string | undefined,
    seed: Readonly<Partial<Record<Kind, JsonObject[]>>> | undefined,
  ): void {
    const file = dataDir === undefined ? undefined : path.join(dataDir, 'state.jsonl');
    const kept = file === undefined ? undefined : readJournal(file);
    if (kept) for (const entry of kept) this.#replay(entry);
    else if (seed)
      for (const kind of KINDS) for (const one of seed[kind] ?? []) this.insert(kind, one);
    if (file !== undefined) this.#journal = rewriteJournal(file, this.#snapshot());
  }

  close(): void {
    this.#journal.close();
    this.#journal = NO_JOURNAL;
  }

  all(kind: Kind): readonly JsonObject[] {
    return this.collections[kind].entries().map((entry) => entry.record);
  }

  get(kind: Kind, id: string): JsonObject | undefined {
    return this.collections[kind].get(id);
  }

  insert(kind: Kind, record: JsonObject): JsonObject {
    return this.#put(kind, idOf(record['_id']) ?? this.#makeId(this.#now()), record);
  }

  patch(kind: Kind, id: string, fields: JsonObject): JsonObject {
    const stored = this.get(kind, id);
    if (!stored) throw new Error(`there is no ${NAMES[kind].one} ${id}`);
    return this.#put(kind, id, { ...stored, ...this.#marks(kind, stored), ...fields });
  }

  remove(kind: Kind, id: string): boolean {
    if (!this.get(kind, id)) return false;
    this.#journal.append({ op: 'remove', kind, id });
    return this.collections[kind].delete(id);
  }

  files(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  addFile(file: StoredFile): void {
    this.#files.set(file.path, file);
    this.#journal.append({ op: 'file', ...file });
  }

  addToken(token: string): void {
    this.#tokens.set(token, 0);
    this.#journal.append({ op: 'token', token });
  }

  /**
   * Counts a use of a token.
   *
   * Returns false when it is unknown or its `lifetime` is used up; 0 means no limit.
   */
  useToken(token: string, lifetime: number): boolean {
    const used = this.#tokens.get(token);
    if (used === undefined || (lifetime > 0 && used >= lifetime)) return false;
    this.#tokens.set(token, used + 1);
    return true;
  }

  revokeTokens(): void {
    this.#tokens.clear();
    this.#journal.append({ op: 'revoke' });
  }

  // The journal is written first, so that a failed write changes nothing.
  #put(kind: Kind, id: string, record: JsonObject): JsonObject {
    const normal = toNormal(kind, id, record);
    const touched = this.#changes + 1;
    this.#journal.append({ op: 'put', kind, touched, record: normal });
    this.collections[kind].put(id, { record: normal, touched });
    this.#changes = touched;
    return normal;
  }

  // Fields that the service itself changes with every update (doc §2.5, §2.6).
  #marks(kind: Kind, stored: JsonObject): JsonObject {
    if (kind === 'products') return { updatedAt: this.#now().toISOString() };
    if (kind === 'edgeBands') return { __v: (Number(stored['__v']) || 0) + 1 };
    return {};
  }

  #replay(entry: JsonObject): void {
    const kind = KINDS.find((known) => known === entry['kind']);
    const { op, record, touched, id, token } = entry;
    if (op === 'token' && typeof token === 'string') this.#tokens.set(token, 0);
    if (op === 'revoke') this.#tokens.clear();
    if (op === 'file') this.#replayFile(entry);
    if (!kind) return;
    if (op === 'remove' && typeof id === 'string') this.collections[kind].delete(id);
    const recordId = isObject(record) ? idOf(record['_id']) : undefined;
    if (op !== 'put' || !isObject(record) || recordId === undefined) return;
    this.#changes = Math.max(this.#changes, Number(touched) || 0);
    this.collections[kind].put(recordId, { record, touched: Number(touched) || 0 });
  }

  #replayFile(entry: JsonObject): void {
    const name = textOf(entry['path']);
    const sha256 = textOf(entry['sha256']);
    if (name === undefined || sha256 === undefined) return;
    this.#files.set(name, { path: name, sha256, size: Number(entry['size']) });
  }

  *#snapshot(): Iterable<JsonObject> {
    for (const kind of KINDS)
      for (const { record, touched } of this.collections[kind].entries())
        yield { op: 'put', kind, touched, record };
    for (const file of this.#files.values()) yield { op: 'file', ...file };
    for (const token of this.#tokens.keys()) yield { op: 'token', token };
  }
}
