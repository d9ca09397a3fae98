import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { ENDED } from './stateSql.ts';
import { oneNumber, textOrNull } from './cells.ts';

const entitySchema = z.object({
  eid: z.string(),
  /** Small and never reused; the list row of a record that exists only here is numbered by it. */
  number: z.number(),
  kind: kindSchema,
  serviceId: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  state: z.enum(['new', 'linked', 'gone']),
});
/** The identity of a record with local history; `eid` never changes. */
export type Entity = z.infer<typeof entitySchema>;

const COLUMNS = 'eid, number, kind, service_id AS serviceId, key, title, state';

/** Stores which local id belongs to which record of the service. */
export class EntityStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  get(eid: string): Entity | null {
    return this.#one('WHERE eid = ?', eid);
  }

  byServiceId(kind: Kind, id: string): Entity | null {
    return this.#one('WHERE kind = ? AND service_id = ?', kind, id);
  }

  /** Returns the entities of records with one of these codes that the service does not have yet. */
  newWithKeys(kind: Kind, keys: readonly string[]): readonly Entity[] {
    const sql = `SELECT ${COLUMNS} FROM entity WHERE kind = ? AND state = 'new'
      AND key IN (SELECT value FROM json_each(?))`;
    return prepared(this.#db, sql)
      .all(kind, JSON.stringify(keys))
      .map((row) => entitySchema.parse(row));
  }

  /** Returns the newest entity with this code whose record is gone from the service. */
  goneByKey(kind: Kind, key: string): Entity | null {
    return this.#one(
      "WHERE kind = ? AND key = ? AND state = 'gone' ORDER BY number DESC LIMIT 1",
      kind,
      key,
    );
  }

  /**
   * Returns whether the creation of an entity is still open.
   *
   * After a power cut the mirror may lack a record without an open creation.
   */
  isBeingCreated(eid: string): boolean {
    const open = `SELECT 1 FROM operation WHERE eid = ? AND action = 'create'
      AND state NOT IN ${ENDED}`;
    return prepared(this.#db, open).get(eid) !== undefined;
  }

  /** Returns whether an entity was created by an operation of this outbox. */
  wasCreated(eid: string): boolean {
    const creation = "SELECT 1 FROM operation WHERE eid = ? AND action = 'create' LIMIT 1";
    return prepared(this.#db, creation).get(eid) !== undefined;
  }

  /** Returns the version of a record that a push read and the mirror may lack; null if none. */
  news({ kind, eid }: Pick<Entity, 'kind' | 'eid'>): string | null {
    const news = prepared(this.#db, 'SELECT doc FROM dirty WHERE kind = ? AND eid = ?').pluck();
    const text = news.get(kind, eid);
    return textOrNull.parse(text ?? null);
  }

  #one(where: string, ...values: readonly string[]): Entity | null {
    const row = prepared(this.#db, `SELECT ${COLUMNS} FROM entity ${where}`).get(...values);
    return row === undefined ? null : entitySchema.parse(row);
  }

  insert(entity: Omit<Entity, 'number'>): Entity {
    const number = oneNumber.parse(
      prepared(this.#db, 'SELECT coalesce(max(number), 0) + 1 FROM entity').pluck().get(),
    );
    prepared(
      this.#db,
      'INSERT INTO entity(eid, number, kind, service_id, key, title, state) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(
      entity.eid,
      number,
      entity.kind,
      entity.serviceId,
      entity.key,
      entity.title,
      entity.state,
    );
    return { ...entity, number };
  }

  /** Links an entity to its record on the service. */
  link(eid: string, serviceId: string): void {
    prepared(this.#db, "UPDATE entity SET service_id = ?, state = 'linked' WHERE eid = ?").run(
      serviceId,
      eid,
    );
  }

  /**
   * Marks an entity as gone, or as new without a service id.
   *
   * A gone record was removed on the service or never created there.
   */
  release(eid: string, state: 'gone' | 'new'): void {
    prepared(this.#db, 'UPDATE entity SET state = ? WHERE eid = ?').run(state, eid);
    if (state === 'new')
      prepared(this.#db, 'UPDATE entity SET service_id = NULL WHERE eid = ?').run(eid);
  }

  rename(eid: string, key: string | null, title: string): void {
    prepared(this.#db, 'UPDATE entity SET key = ?, title = ? WHERE eid = ?').run(key, title, eid);
  }
}
