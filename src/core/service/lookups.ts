import { AppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Random } from '../platform/platform.ts';
import { readList, readRecord, recordsOf } from './envelope.ts';
import { LIMITS } from './http.ts';
import { isSafeId, keyOf } from '../record/identity.ts';
import { readJson } from './json.ts';
import { listEntries, readSome } from './lists.ts';
import { fits, missShape, templateOf } from './notFoundSignatures.ts';
import { isSuccess } from './reads.ts';
import { scan } from './scan.ts';
import type { ApiSession } from './session.ts';
import { query, read } from './session.ts';
import type { Found, RawRecord, Scan } from './types.ts';
import { excerpt } from './words.ts';
import type { Answer } from '../platform/network.ts';

const ABSENT: Found = { found: 'absent' };
/** What an unclear answer is shown by. */
const SHOWN = 4096;

/** What is asked for, and how it is known. */
interface Subject {
  readonly asked: string;
  readonly isIt: (record: RawRecord) => boolean;
}

/** One question about one thing: where it is asked, and what would be the answer. */
interface Question extends Subject {
  readonly kind: Kind;
  readonly base: string;
  /** The path under `base` that asks for `value`. */
  readonly pathOf: (value: string) => string;
  /** A value of the same form that surely does not exist. */
  readonly stranger: string;
  /** The same question about a record that a list shows; null where it cannot be asked. */
  readonly about: (record: RawRecord) => Subject | null;
  readonly route: string;
}

/** Reads one record by id (doc §4); present only if that very id comes back. */
export async function get(session: ApiSession, kind: Kind, id: string): Promise<Found> {
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

/** doc §4.6 gap 8: a short list can show what the read by id did not; it cannot prove absence. */
async function getFromList(session: ApiSession, kind: Kind, id: string, unclear: Found) {
  const { entries } = await listEntries(session, kind, {});
  const record = recordsOf(entries).find((each) => each.id === id);
  return record === undefined ? unclear : ({ found: 'present', record } as const);
}

/** Finds a record by its natural key; present only if that very key comes back (doc §4.6 gap 11). */
export async function lookup(session: ApiSession, kind: Kind, code: string): Promise<Found> {
  const resource = resourceOf(kind);
  const pathOf = lookupPath(resource, code);
  if (code === '' || resource.key === null) {
    return { found: 'unclear', answer: 'There is no code to look up.' };
  }
  if (pathOf === null) return lookupByWalk(session, resource, code);
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
 * How a code is asked for; null where only the whole list can tell: a comma separates codes, and
 * slashes, dots and the like are commonly rewritten on their way, so a miss would prove nothing.
 */
function lookupPath({ lookup: by }: Resource, code: string): ((value: string) => string) | null {
  if (by === null || by.by === 'list' || !code.isWellFormed()) return null;
  if (/\p{Cc}|^\s|\s$/u.test(code)) return null;
  if (by.by === 'query') {
    return code.includes(',') ? null : (value) => by.path + query({ [by.param]: value });
  }
  const rewritten = /[/\\?#%;]|^\.+$/.test(code);
  return rewritten ? null : (value) => by.path + encodeURIComponent(value);
}

async function lookupByWalk(session: ApiSession, resource: Resource, code: string): Promise<Found> {
  return foundIn(await scan(session, resource.kind, (record) => keyOf(record, resource) === code));
}

/** What a walk says about the one record that would match; only a complete one proves absence. */
export function foundIn({ matches: [record], complete }: Scan): Found {
  if (record !== undefined) return { found: 'present', record };
  return complete ? ABSENT : { found: 'unclear', answer: 'The list could not be read as a whole.' };
}

const byId = (id: string): Subject => ({ asked: id, isIt: (record) => record.id === id });

const byKey = (resource: Resource, code: string): Subject => ({
  asked: code,
  isIt: ({ record }) => keyOf(record, resource) === code,
});

async function ask(session: ApiSession, question: Question): Promise<Found> {
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

/** The answer equals what this service says, as was shown lately, about something that cannot exist. */
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
  // What is away or broken answers everything alike: then the list fails as well, or a record of it.
  if (!(await showsWhatIs(session, question))) return false;
  // It may have been mended in between: what is shown now counts.
  const again = missShape(await answerAbout(session, question, asked));
  if (again === null || !fits(template, again, asked)) return false;
  // Another question may have been answered meanwhile by a part of the service that is away.
  if (misses.isDoubtful(base, again, asked)) return false;
  misses.prove(name, template);
  return true;
}

/** Whether the list can be read at this very path, and a record of it is shown when it is asked for. */
async function showsWhatIs(session: ApiSession, question: Question): Promise<boolean> {
  const { base, kind, isIt } = question;
  const { listed, answer: list } = await readSome(session, base, kind);
  if (listed === null) {
    if (list !== null) doubt(session, base, list, null);
    return false;
  }
  // What the list shows is there, whatever was answered about it alone.
  if (listed.some(isIt)) return false;
  const about = listed.map(question.about).find((each) => each !== null) ?? null;
  // Nothing is there that could be shown.
  if (about === null) return true;
  const answer = await answerAbout(session, question, about.asked);
  if (recordIn(answer, kind, about.isIt) !== null) return true;
  doubt(session, base, answer, about.asked);
  return false;
}

/** Notes what was said in place of what is there. */
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

/** Ids of other forms are answered in other ways (a cast that fails): the stranger has the same form. */
function strangerId(id: string, random: Random): string {
  if (/^[0-9a-f]{24}$/i.test(id)) return hex(24, random);
  const stranger = id.replace(/[A-Za-z0-9]/g, (sign) =>
    drawn(/\d/.test(sign) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz', random),
  );
  return stranger === id ? `${id.slice(0, 63)}0` : stranger;
}
