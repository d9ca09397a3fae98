import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { viewSchema } from '#contract/procedures.ts';
import type { SavedView } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';

const parsed = z.string().transform((text): unknown => JSON.parse(text));
const viewRow = z.object({ name: z.string(), body: parsed }).pipe(viewSchema);

/** Stores the user's saved views and form drafts. */
export class UserStateStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  views(kind: Kind): SavedView[] {
    return this.#db
      .prepare('SELECT name, body FROM view WHERE kind = ? ORDER BY name')
      .all(kind)
      .map((row) => viewRow.parse(row));
  }

  saveView(kind: Kind, view: SavedView): void {
    this.#db
      .prepare(
        'INSERT INTO view(kind, name, body) VALUES (?, ?, ?) ON CONFLICT(kind, name) DO UPDATE SET body = excluded.body',
      )
      .run(kind, view.name, JSON.stringify(view.body));
  }

  removeView(kind: Kind, name: string): void {
    this.#db.prepare('DELETE FROM view WHERE kind = ? AND name = ?').run(kind, name);
  }

  draft(key: string): Json | null {
    const body = this.#db.prepare('SELECT body FROM draft WHERE key = ?').pluck().get(key);
    return body === undefined ? null : json.parse(parsed.parse(body));
  }

  setDraft(key: string, draft: Json | null, now: number): void {
    if (draft === null) this.#db.prepare('DELETE FROM draft WHERE key = ?').run(key);
    else
      this.#db
        .prepare(
          `INSERT INTO draft(key, body, updated_at) VALUES (?, ?, ?)
           ON CONFLICT(key) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
        )
        .run(key, JSON.stringify(draft), now);
  }
}
