import { hash } from 'node:crypto';
import { modelFacts } from '#contract/files/facts.ts';
import type { FileFacts, ModelFacts } from '#contract/files/facts.ts';
import { fileType } from '#contract/files/types.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';

const factRow = z.object({
  sha256: z.string(),
  size: z.number(),
  type: fileType,
  width: z.number().nullable(),
  height: z.number().nullable(),
});
/** Facts that the core reads from the content of a file. */
export type Fact = z.infer<typeof factRow>;

const modelText = z
  .string()
  .nullable()
  .transform((text): ModelFacts | null => {
    const parsed = text === null ? null : modelFacts.safeParse(JSON.parse(text));
    return parsed?.data ?? null;
  });
const modelRow = z.object({ sha256: z.string(), model: modelText });
const companionRow = z.object({ name: z.string(), sha256: z.string() });
const numbers = z.array(z.number());
const texts = z.array(z.string());

/** Stores facts, thumbnails and model companions of files by content hash. */
export class FileStore {
  readonly #db;
  readonly #fact;
  readonly #thumbs;
  readonly #beside;
  constructor(db: Db) {
    this.#db = db;
    this.#fact = db.prepare('SELECT sha256, size, type, width, height FROM fact WHERE sha256 = ?');
    this.#thumbs = db.prepare('SELECT size FROM thumb WHERE sha256 = ? ORDER BY size').pluck();
    this.#beside = db.prepare('SELECT name, sha256 FROM companion WHERE model = ? ORDER BY name');
  }

  fact(sha256: string): Fact | null {
    const row = this.#fact.get(sha256);
    return row === undefined ? null : factRow.parse(row);
  }

  addFact({ sha256, size, type, width, height }: Fact): void {
    this.#db
      .prepare(
        `INSERT INTO fact(sha256, size, type, width, height) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT(sha256) DO UPDATE SET size = excluded.size, type = excluded.type,
           width = excluded.width, height = excluded.height`,
      )
      .run(sha256, size, type, width, height);
  }

  setModel(sha256: string, model: ModelFacts): void {
    this.#db
      .prepare('UPDATE fact SET model = ? WHERE sha256 = ?')
      .run(JSON.stringify(model), sha256);
  }

  facts(sha256: string): FileFacts | null {
    const fact = this.fact(sha256);
    if (fact === null) return null;
    const model = modelText.parse(
      this.#db.prepare('SELECT model FROM fact WHERE sha256 = ?').pluck().get(sha256),
    );
    return { ...fact, model, boxMm: boxInMillimetres(model), companions: this.companions(sha256) };
  }

  /** Returns the bounding boxes of all measured models by hash, in millimetres. */
  boxes(): ReadonlyMap<string, NonNullable<FileFacts['boxMm']>> {
    const rows = this.#db
      .prepare('SELECT sha256, model FROM fact WHERE model IS NOT NULL')
      .all()
      .map((row) => modelRow.parse(row));
    return new Map(
      rows.flatMap(({ sha256, model }) => {
        const box = boxInMillimetres(model);
        return box === null ? [] : [[sha256, box] as const];
      }),
    );
  }

  companions(model: string): FileFacts['companions'] {
    return this.#beside.all(model).map((row) => companionRow.parse(row));
  }

  /** Returns a digest of the companions of a model; empty if there are none. */
  beside(model: string): string {
    const all = this.#beside.all(model);
    return all.length === 0 ? '' : hash('sha256', JSON.stringify(all), 'hex').slice(0, 16);
  }

  addCompanion(model: string, name: string, sha256: string): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO companion(model, name, sha256) VALUES (?, ?, ?)')
      .run(model, name, sha256);
  }

  /** Returns the hashes of all companions, whose files must be kept. */
  companionHashes(): ReadonlySet<string> {
    return new Set(
      texts.parse(this.#db.prepare('SELECT DISTINCT sha256 FROM companion').pluck().all()),
    );
  }

  thumbs(sha256: string): number[] {
    return numbers.parse(this.#thumbs.all(sha256));
  }

  addThumb(sha256: string, size: number): void {
    this.#db.prepare('INSERT OR IGNORE INTO thumb(sha256, size) VALUES (?, ?)').run(sha256, size);
  }

  removeThumb(sha256: string, size: number): void {
    this.#db.prepare('DELETE FROM thumb WHERE sha256 = ? AND size = ?').run(sha256, size);
  }

  /** Returns the staged files that nothing needs, and since when this is known. */
  unneeded(): ReadonlyMap<string, number> {
    const rows = this.#db
      .prepare(
        "SELECT substr(key, 10) AS name, CAST(value AS INTEGER) AS since FROM mark WHERE key LIKE 'unneeded/%'",
      )
      .all();
    return new Map(
      rows.map((row) => unneededRow.parse(row)).map((each) => [each.name, each.since]),
    );
  }

  setUnneeded(unneeded: ReadonlyMap<string, number>): void {
    const add = this.#db.prepare('INSERT INTO mark(key, value) VALUES (?, ?)');
    this.#db.transaction(() => {
      this.#db.exec("DELETE FROM mark WHERE key LIKE 'unneeded/%'");
      for (const [name, since] of unneeded) add.run(`unneeded/${name}`, String(since));
    })();
  }
}

const unneededRow = z.object({ name: z.string(), since: z.number() });

function boxInMillimetres(model: ModelFacts | null): FileFacts['boxMm'] {
  const millimetres = model?.unit.millimetres ?? null;
  if (model === null || millimetres === null || model.box === null) return null;
  const scale = (point: readonly [number, number, number]): [number, number, number] => [
    point[0] * millimetres,
    point[1] * millimetres,
    point[2] * millimetres,
  ];
  return { min: scale(model.box.min), max: scale(model.box.max) };
}
