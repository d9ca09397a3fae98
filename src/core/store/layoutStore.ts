import { z } from '#contract/zod.ts';
import { markSchema } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Db } from './database.ts';
import type { Mark } from '#contract/numbers.ts';

const body = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ fields: z.array(z.string().nullable()), decimal: markSchema.optional() }));

/** How a sheet was read. */
export interface Layout {
  readonly fields: readonly (string | null)[];
  /** Absent if the sheet did not show it and the user did not choose it. */
  readonly decimal?: Mark | undefined;
}

/** Stores how sheets with the same columns were last read. */
export class LayoutStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  get(kind: Kind, signature: string): Layout | null {
    const found = this.#db
      .prepare('SELECT body FROM layout WHERE kind = ? AND signature = ?')
      .pluck()
      .get(kind, signature);
    return found === undefined ? null : body.parse(found);
  }

  save(kind: Kind, signature: string, layout: Layout): void {
    this.#db
      .prepare(
        'INSERT INTO layout(kind, signature, body) VALUES (?, ?, ?) ON CONFLICT(kind, signature) DO UPDATE SET body = excluded.body',
      )
      .run(kind, signature, JSON.stringify(layout));
  }
}
