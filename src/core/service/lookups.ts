import { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Random } from '../platform/platform.ts';
import { readList, readRecord, recordsOf } from './envelope.ts';
import { LIMITS } from './http.ts';
import { isSafeId, keyOf } from '../record/identity.ts';
import { readJson } from './json.ts';
import { listEntries, readSome } from './lists.ts';
import {
  fits,
  missShape,
  shownTemplate,
  SIGNATURE_NAMES,
  templateOf,
} from './notFoundSignatures.ts';
import { isSuccess } from './reads.ts';
import { scan } from './scan.ts';
import type { ApiSession } from './session.ts';
import { fitsAddress, query, read } from './session.ts';
import type { LookupResult, RawRecord, Scan } from './types.ts';
import { excerpt } from './words.ts';
import type { Answer } from '../platform/network.ts';

const ABSENT: LookupResult = { found: 'absent' };
/** The most bytes quoted of an unclear answer. */
const SHOWN = 4096;

/** The value to ask for, and the test that recognises its record. */
interface Subject {
  readonly asked: string;
  readonly isIt: (record: RawRecord) => boolean;
}

/** A look-up of one record: its path, and the values for control probes. */
interface Question extends Subject {
  readonly kind: Kind;
  readonly base: string;
  /** Returns the path under `base` that asks for `value`. */
  readonly pathOf: (value: string) => string;
  /** The control probe: a value of the same form that surely does not exist. */
  readonly stranger: string;
  /** Returns the same look-up for a record that a list shows; null where it cannot be asked for. */
  readonly about: (record: RawRecord) => Subject | null;
  readonly route: keyof typeof SIGNATURE_NAMES;
}

/** Reads one record by id (doc §4); present only if that very id comes back. */
export async function get(session: ApiSession, kind: Kind, id: string): Promise<LookupResult> {
  if (!isSafeId(id)) throw new AppError('refused', `An id of this form cannot be asked for: ${id}`);
  const found = await ask(session, {
    ...byId(id),
    kind,
    base: await session.routes.of(kind),
    pathOf: (value) => `/${value}`,
    stranger: strangerId(id, session.seams.random),
    about: (other) => byId(other.id),
    route: 'id',
  });
  const whole = found.found === 'unclear' && !resourceOf(kind).paged;
  return whole ? getFromList(session, kind, id, found) : found;
}

/**
 * doc §4.6 gap 8: a short list can show a record that the read by id did not; it cannot prove
 * absence.
 */
async function getFromList(session: ApiSession, kind: Kind, id: string, unclear: LookupResult) {
  const { entries } = await listEntries(session, kind, {});
  const record = recordsOf(entries).find((each) => each.id === id);
  return record === undefined ? unclear : ({ found: 'present', record } as const);
}

/**
 * Finds a record by its natural key; present only if that very key comes back (doc §4.6 gap 11).
 */
export async function lookup(
  session: ApiSession,
  kind: Kind,
  code: string,
  signal?: AbortSignal,
): Promise<LookupResult> {
  const resource = resourceOf(kind);
  const pathOf = lookupPath(resource, code);
  if (code === '' || resource.key === null) {
    return { found: 'unclear', answer: 'There is no code to look up.' };
  }
  if (pathOf === null) return lookupByWalk(session, resource, code, signal);
  return ask(session, {
    ...byKey(resource, code),
    kind,
    base: await session.routes.of(kind),
    pathOf,
    about: ({ record }) => {
      const other = keyOf(record, resource);
      return other === null || lookupPath(resource, other) === null ? null : byKey(resource, other);
    },
    stranger: `zz${hex(20, session.seams.random)}`,
    route: 'key',
  });
}

/**
 * Returns the look-up path of a key; null where only the whole list can decide.
 *
 * A comma separates keys. Slashes, dots and similar characters are commonly rewritten in transit,
 * so a miss would prove nothing. A long address is refused or breaks the connection.
 */
function lookupPath({ lookup: by }: Resource, code: string): ((value: string) => string) | null {
  if (by === null || by.by === 'list' || !code.isWellFormed()) return null;
  if (!fitsAddress(code) || /\p{Cc}|^\s|\s$/u.test(code)) return null;
  if (by.by === 'query') {
    return code.includes(',') ? null : (value) => by.path + query({ [by.param]: value });
  }
  const rewritten = /[/\\?#%;]|^\.+$/.test(code);
  return rewritten ? null : (value) => by.path + encodeURIComponent(value);
}

async function lookupByWalk(
  session: ApiSession,
  resource: Resource,
  code: string,
  signal: AbortSignal | undefined,
): Promise<LookupResult> {
  const isIt = (record: JsonObject) => keyOf(record, resource) === code;
  return foundIn(await scan(session, resource.kind, isIt, { signal }));
}

/** Returns the look-up result of a list scan; only a complete scan proves absence. */
export function foundIn({ matches: [record], complete }: Scan): LookupResult {
  if (record !== undefined) return { found: 'present', record };
  return complete ? ABSENT : { found: 'unclear', answer: 'The list could not be read as a whole.' };
}

const byId = (id: string): Subject => ({ asked: id, isIt: (record) => record.id === id });

const byKey = (resource: Resource, code: string): Subject => ({
  asked: code,
  isIt: ({ record }) => keyOf(record, resource) === code,
});

async function ask(session: ApiSession, question: Question): Promise<LookupResult> {
  const answer = await answerAbout(session, question, question.asked);
  const record = recordIn(answer, question.kind, question.isIt);
  if (record !== null) return { found: 'present', record };
  const absent = await isMiss(session, question, answer);
  return absent
    ? ABSENT
    : { found: 'unclear', answer: `${answer.status} ${excerpt(answer.body, SHOWN)}` };
}

function answerAbout(session: ApiSession, { base, pathOf }: Question, value: string) {
  return read(session, base + pathOf(value), LIMITS.record);
}

function recordIn(
  { status, body }: Answer,
  kind: Kind,
  isIt: (record: RawRecord) => boolean,
): RawRecord | null {
  if (!isSuccess(status)) return null;
  const resource = resourceOf(kind);
  const reading = readJson(body, LIMITS.record);
  if (!reading.readable) return null;
  const single = readRecord(reading, resource);
  if (single !== null && isIt(single)) return single;
  return recordsOf(readList(reading, resource)?.entries ?? []).find(isIt) ?? null;
}

/**
 * Returns whether the answer equals this service's answer for a value that cannot exist.
 *
 * That answer must have been learned recently; otherwise a control probe learns it now.
 */
async function isMiss(session: ApiSession, question: Question, answer: Answer): Promise<boolean> {
  const { asked, base } = question;
  const { misses } = session;
  const shape = missShape(answer);
  if (shape === null) return false;
  const name = `${base} ${question.route} ${question.stranger.length}`;
  if (misses.isDoubtful(base, shape, asked)) return false;
  if (misses.isProven(name, shape, asked)) return true;
  const template = await askStranger(session, question);
  if (template === null || !fits(template, shape, asked)) return false;
  // A service that is down or broken answers everything alike: then the list fails too, or the read
  // of a listed record.
  if (!(await showsWhatIs(session, question))) return false;
  // The service may have been repaired in between: the current answer counts.
  const again = missShape(await answerAbout(session, question, asked));
  if (again === null || !fits(template, again, asked)) return false;
  // Another request may meanwhile have been answered by a failing part of the service.
  if (misses.isDoubtful(base, again, asked)) return false;
  misses.prove(name, template);
  noteSignature(session, question, template);
  return true;
}

/** Stores a proven template, so that a person can see how this service says "no such record". */
function noteSignature(
  { capabilities }: ApiSession,
  { kind, route }: Question,
  template: string,
): void {
  const note = `${SIGNATURE_NAMES[route]}:${kind}`;
  const shown = shownTemplate(template);
  if (capabilities.get(note) !== shown) capabilities.set(note, shown);
}

/**
 * Returns whether the list can be read at this path, and one of its records by the same look-up.
 */
async function showsWhatIs(session: ApiSession, question: Question): Promise<boolean> {
  const { base, kind, isIt } = question;
  const { listed, answer: list } = await readSome(session, base, kind);
  if (listed === null) {
    if (list !== null) doubt(session, base, list, null);
    return false;
  }
  // A listed record exists, even if its own look-up did not show it.
  if (listed.some(isIt)) return false;
  const about = listed.map(question.about).find((each) => each !== null) ?? null;
  // The list has no record that could be asked for.
  if (about === null) return true;
  const answer = await answerAbout(session, question, about.asked);
  if (recordIn(answer, kind, about.isIt) !== null) return true;
  doubt(session, base, answer, about.asked);
  return false;
}

/** Records an answer that was returned in place of an existing record or list. */
function doubt({ misses }: ApiSession, base: string, answer: Answer, asked: string | null): void {
  const shape = missShape(answer);
  if (shape !== null) misses.doubt(base, asked === null ? shape.text : templateOf(shape, asked));
}

async function askStranger(session: ApiSession, question: Question): Promise<string | null> {
  const { stranger } = question;
  const shape = missShape(await answerAbout(session, question, stranger));
  return shape === null ? null : templateOf(shape, stranger);
}

function hex(length: number, random: Random): string {
  return Array.from({ length }, () => drawn('0123456789abcdef', random)).join('');
}

function drawn(pool: string, { fraction }: Random): string {
  return pool.charAt(Math.floor(fraction() * pool.length));
}

/**
 * Returns a random id of the same form. The service answers ids of other forms differently (a cast
 * that fails).
 */
function strangerId(id: string, random: Random): string {
  if (/^[0-9a-f]{24}$/i.test(id)) return hex(24, random);
  const stranger = id.replace(/[A-Za-z0-9]/g, (sign) =>
    drawn(/\d/.test(sign) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz', random),
  );
  return stranger === id ? `${id.slice(0, 63)}0` : stranger;
}
