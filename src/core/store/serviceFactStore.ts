import type { Kind } from '#contract/resources/resource.ts';
import { isRule } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import { serviceFact } from '#contract/serviceFacts.ts';
import type { FactValue, ServiceFact } from '#contract/serviceFacts.ts';
import { z } from '#contract/zod.ts';
import { jsonText, readableRows } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** The service that the profile is signed in to, as `meta` holds its address. */
const SERVICE = "coalesce((SELECT value FROM meta WHERE key = 'url'), '')";
const COLUMNS = 'kind, field, fact, value, source, words, request, record, at';
const factRow = z.looseObject({ value: jsonText(z.json()) }).pipe(serviceFact);

/** Stores rules that the answers of the profile's service have shown. */
export class ServiceFactStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  /** Stores a fact in place of what was known. */
  set({ kind, field, fact, value, ...evidence }: ServiceFact): void {
    const { source, words, request, record, at } = evidence;
    prepared(
      this.#db,
      `INSERT OR REPLACE INTO service_fact(service, ${COLUMNS})
       VALUES (${SERVICE}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(kind, field, fact, JSON.stringify(value), source, words, request, record, at);
  }

  /** Returns all facts in the order of kind and field, or those of one kind. */
  all(kind?: Kind): readonly ServiceFact[] {
    const rows = prepared(
      this.#db,
      `SELECT ${COLUMNS} FROM service_fact
       WHERE service = ${SERVICE} AND kind = coalesce(?, kind) ORDER BY kind, field, fact`,
    );
    return readableRows(factRow, rows.all(kind ?? null));
  }

  /** Returns the rules for the values of a kind. */
  rules(kind: Kind): readonly Rule[] {
    return this.all(kind).filter(isRule);
  }

  /** Forgets a fact; returns whether there was one. */
  forget(kind: Kind, field: string, fact: FactValue['fact']): boolean {
    const { changes } = prepared(
      this.#db,
      `DELETE FROM service_fact
       WHERE service = ${SERVICE} AND kind = ? AND field = ? AND fact = ?`,
    ).run(kind, field, fact);
    return changes > 0;
  }
}
