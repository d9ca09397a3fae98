import { json, jsonObject } from './json.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import type { Kind } from './resources/resource.ts';
import type { KeptUpdates } from './resources/updates.ts';
import { z } from './zod.ts';

/**
 * What a fact says of a field: `true` for a required one; the values that the service takes, or
 * null if it did not name them; whether it keeps a change of a field that the document does not
 * list for updates (doc §4.6); the kind that a person chose for codes which several kinds have; and
 * whether it takes files of one type.
 */
export const factValue = z.discriminatedUnion('fact', [
  z.object({ fact: z.literal('required'), value: z.boolean() }),
  z.object({ fact: z.literal('restricted'), value: z.array(z.string()).nullable() }),
  z.object({ fact: z.literal('update'), value: z.enum(['kept', 'not-kept']) }),
  z.object({ fact: z.literal('reference'), value: kindSchema }),
  z.object({ fact: z.literal('upload'), value: z.enum(['accepted', 'refused']) }),
]);
export type FactValue = z.infer<typeof factValue>;

const evidence = z.object({
  kind: kindSchema,
  /**
   * The field as the descriptor names it, or the service's name of a field without a descriptor. A
   * reference has the path of its place in the learned schema, an upload the extension of the file.
   */
  field: z.string(),
  /** Who said it: an answer of the service, or a person who corrected the fact. */
  source: z.enum(['service', 'person']),
  /** The service's words, for the person to read. */
  words: z.string().nullable(),
  /** The request that showed it, such as `PATCH /adminapi/fittings/:id`. */
  request: z.string().nullable(),
  /** The title or code of the record of that request. */
  record: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
});

/** One rule of the service, with its evidence. */
export const serviceFact = z.intersection(evidence, factValue);
export type ServiceFact = z.infer<typeof serviceFact>;

/** Returns the fields of a kind whose update the service keeps. */
export function keptUpdates(facts: readonly ServiceFact[], kind: Kind): KeptUpdates {
  const kept = facts.filter(
    (each) => each.kind === kind && each.fact === 'update' && each.value === 'kept',
  );
  return new Set(kept.map(({ field }) => field));
}

/** What Cabinet remembers of a kind's requests besides service facts. */
export const MEMORIES = [
  /** The path that answers, where the document leaves several. */
  'path',
  /** The size of a page of the list, and whether `all=true` works. */
  'page-size',
  /** The size of a page of a search for one record. */
  'search-size',
  /** The body of an update that was kept (doc §4.6 gap 4). */
  'update-form',
  /** Whether new records keep their code (doc §4.6 gap 3). */
  'keeps-code',
  /** Codes are stored in another form than they were sent. */
  'code-form',
  /** The service has no list of the kind. */
  'not-offered',
  /** The answer to a request for a record by an ID that does not exist (doc §4.6 gap 11). */
  'not-found',
  /** The same for a code. */
  'code-not-found',
] as const;

/** One thing that Cabinet remembers of a kind's requests; it can be forgotten and is learned again. */
export const serviceMemory = z.object({
  kind: kindSchema,
  about: z.enum(MEMORIES),
  value: z.string(),
  /** The request that showed it. */
  request: z.string(),
  /** Milliseconds since 1970; null where the time is not stored. */
  at: z.number().nullable(),
});
export type ServiceMemory = z.infer<typeof serviceMemory>;

const factName = z.object({
  kind: kindSchema,
  field: z.string().min(1).max(200),
  fact: z.enum(['required', 'restricted', 'update', 'reference', 'upload']),
});
/** The name of a fact, as a person corrects or forgets it. */
export type FactName = z.infer<typeof factName>;

/** Most values of a restricted field, and letters of each, that a person gives. */
const MOST_VALUES = 200;
const correctedValue = z.discriminatedUnion('fact', [
  z.object({ fact: z.literal('required'), value: z.boolean() }),
  z.object({
    fact: z.literal('restricted'),
    value: z.array(z.string().max(500)).max(MOST_VALUES).nullable(),
  }),
  z.object({ fact: z.literal('update'), value: z.enum(['kept', 'not-kept']) }),
  z.object({ fact: z.literal('reference'), value: kindSchema }),
  z.object({ fact: z.literal('upload'), value: z.enum(['accepted', 'refused']) }),
]);

/** All that Cabinet knows about the service of the profile. */
const knowledge = z.object({
  facts: z.array(serviceFact),
  /** Later answers of the service that differ from what a person said; the person's word counts. */
  answers: z.array(serviceFact),
  memories: z.array(serviceMemory),
});
export type ServiceKnowledge = z.infer<typeof knowledge>;

export const factProcedures = {
  /** Returns all rules that the service has shown, and what Cabinet remembers of its requests. */
  'serviceFacts.list': read(z.object({}), knowledge),
  /**
   * Queues a change of one field that the document does not list for updates (doc §4.6).
   *
   * It is sent alone. The answer teaches whether the service keeps such changes.
   */
  'serviceFacts.try': write(
    z.object({
      kind: kindSchema,
      ref: z.string(),
      field: z.string().max(200),
      value: json,
      /** The version that the user saw. */
      base: jsonObject.optional(),
    }),
    z.object({ operation: z.string().nullable(), id: z.string() }),
  ),
  /** Stores the word of a person, which later answers of the service do not replace. */
  'serviceFacts.correct': write(
    z.intersection(factName.omit({ fact: true }), correctedValue),
    z.object({}),
  ),
  /** Takes the service's later answer in place of what a person said. */
  'serviceFacts.accept': write(factName, z.object({})),
  /** Forgets facts and memories; they are learned again from the next answers. */
  'serviceFacts.forget': write(
    z.object({
      facts: z.array(factName).max(10_000).default([]),
      memories: z
        .array(serviceMemory.pick({ kind: true, about: true }))
        .max(1_000)
        .default([]),
    }),
    z.object({ forgotten: z.number() }),
  ),
};
