import type { Kind } from '#contract/resources/resource.ts';
import type { KeptUpdates } from '#contract/resources/updates.ts';
import { rulesOf } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import { serviceFact } from '#contract/serviceFacts.ts';
import type { FactName, FactValue, ServiceFact } from '#contract/serviceFacts.ts';
import { z } from '#contract/zod.ts';
import { chosenPlace } from '../record/chosenKinds.ts';
import type { ChosenPlace } from '../record/chosenKinds.ts';
import { jsonText, readableRows, texts } from './cells.ts';
import type { Db } from './database.ts';
import { dropNote, noteOf, setNote } from './notes.ts';
import { prepared } from './prepared.ts';

/** Facts, and bytes of one, that are read. A field has at most a few. */
const MOST_FACTS = 1_000;
const MOST_BYTES = 50_000;
/** The service that the profile is signed in to, as `meta` holds its address. */
const SERVICE = "coalesce((SELECT value FROM meta WHERE key = 'url'), '')";
const COLUMNS = 'kind, field, fact, value, source, words, request, record, at';
const factRow = z.looseObject({ value: jsonText(z.json()) }).pipe(serviceFact);

const answerText = jsonText(serviceFact);

/** Names the note of an answer; such notes of `cap:` go when the profile leaves the service. */
function answerKey({ kind, field, fact }: FactName): string {
  return `cap:answer:${kind}:${field}:${fact}`;
}

function sameFact(one: ServiceFact, other: ServiceFact): boolean {
  return JSON.stringify(one.value) === JSON.stringify(other.value);
}

/** Stores rules that the answers of the profile's service have shown. */
export class ServiceFactStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Stores a fact in place of what was known; returns whether its value changed.
   *
   * The word of a person stays: a different answer of the service is kept beside it.
   */
  set(fact: ServiceFact): boolean {
    const known = this.get(fact.kind, fact.field, fact.fact);
    const isSame = known !== null && sameFact(known, fact);
    if (known?.source === 'person' && fact.source === 'service') {
      if (isSame) dropNote(this.#db, answerKey(fact));
      else setNote(this.#db, answerKey(fact), JSON.stringify(fact));
      return false;
    }
    dropNote(this.#db, answerKey(fact));
    this.#put(fact);
    return !isSame;
  }

  #put({ kind, field, fact, value, ...evidence }: ServiceFact): void {
    const { source, words, request, record, at } = evidence;
    prepared(
      this.#db,
      `INSERT OR REPLACE INTO service_fact(service, ${COLUMNS})
       VALUES (${SERVICE}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(kind, field, fact, JSON.stringify(value), source, words, request, record, at);
  }

  /** Returns the service's later answer that differs from what a person said; else null. */
  answer(fact: FactName): ServiceFact | null {
    const text = noteOf(this.#db, answerKey(fact));
    return text === null ? null : (readableRows(answerText, [text])[0] ?? null);
  }

  /**
   * Returns all facts in the order of kind and field, or those of one kind or one sort.
   *
   * Of foreign data with more facts than Cabinet learns, only the latest are read.
   */
  all(kind: Kind | null = null, fact: FactValue['fact'] | null = null): readonly ServiceFact[] {
    const rows = prepared(
      this.#db,
      `SELECT * FROM (SELECT ${COLUMNS} FROM service_fact
         WHERE service = ${SERVICE} AND kind = coalesce(@kind, kind) AND fact = coalesce(@fact, fact)
           AND octet_length(value) + coalesce(octet_length(words), 0) <= ${MOST_BYTES}
         ORDER BY at DESC LIMIT ${MOST_FACTS})
       ORDER BY kind, field, fact`,
    );
    return readableRows(factRow, rows.all({ kind, fact }));
  }

  /** Returns the rules for the values of a kind. */
  rules(kind: Kind): readonly Rule[] {
    return rulesOf(this.all(kind), kind);
  }

  /** Returns one fact; null if it is not known. */
  get(kind: Kind, field: string, fact: FactValue['fact']): ServiceFact | null {
    const row = prepared(
      this.#db,
      `SELECT ${COLUMNS} FROM service_fact
       WHERE service = ${SERVICE} AND kind = ? AND field = ? AND fact = ?`,
    ).get(kind, field, fact);
    return readableRows(factRow, row === undefined ? [] : [row])[0] ?? null;
  }

  /** Returns the fields of a kind whose update the service keeps. */
  keptUpdates(kind: Kind): KeptUpdates {
    const rows = prepared(
      this.#db,
      `SELECT field FROM service_fact WHERE service = ${SERVICE} AND kind = ?
         AND fact = 'update' AND value = '"kept"'`,
    ).pluck();
    return new Set(texts.parse(rows.all(kind)));
  }

  /** Returns the places in records of a kind for which a person chose the kind that they name. */
  chosenPlaces(kind: Kind): readonly ChosenPlace[] {
    return this.all(kind, 'reference').flatMap((each) =>
      each.fact === 'reference' ? [chosenPlace(each.field, each.value)] : [],
    );
  }

  /** Forgets a fact and the answer beside it; returns whether there was one. */
  forget(kind: Kind, field: string, fact: FactValue['fact']): boolean {
    dropNote(this.#db, answerKey({ kind, field, fact }));
    const { changes } = prepared(
      this.#db,
      `DELETE FROM service_fact
       WHERE service = ${SERVICE} AND kind = ? AND field = ? AND fact = ?`,
    ).run(kind, field, fact);
    return changes > 0;
  }
}
