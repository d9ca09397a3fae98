import { z } from '#contract/zod.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Db } from '../store/database.ts';

const body = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ fields: z.array(z.string().nullable()) }));

/** Keeps how sheets with the same columns were read the last time. */
export class LayoutStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  fields(kind: Kind, signature: string): readonly (string | null)[] | null {
    const found = this.#db
      .prepare('SELECT body FROM layout WHERE kind = ? AND signature = ?')
      .pluck()
      .get(kind, signature);
    return found === undefined ? null : body.parse(found).fields;
  }

  save(kind: Kind, signature: string, fields: readonly (string | null)[]): void {
    this.#db
      .prepare(
        'INSERT INTO layout(kind, signature, body) VALUES (?, ?, ?) ON CONFLICT(kind, signature) DO UPDATE SET body = excluded.body',
      )
      .run(kind, signature, JSON.stringify({ fields }));
  }
}
