import { asAppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { beginOf } from '../platform/shortText.ts';
import { digestOf } from '../record/digest.ts';
import { isShowable } from '../store/rowShape.ts';
import type { Entry, ListReading } from './envelope.ts';
import { readList, recordsOf } from './envelope.ts';
import { LIMITS } from './http.ts';
import { readPlainList } from './listAnswer.ts';
import type { Remembered } from './entryDigests.ts';
import { ReadRecord } from './readRecord.ts';
import { expectJson, isSuccess, unfit } from './reads.ts';
import type { ApiSession } from './session.ts';
import { query, read } from './session.ts';
import { digestOfAnswer, unpackPage } from './listParser/packedPage.ts';
import type { ListPage, ListWindow, RawRecord } from './types.ts';
import type { Answer } from '../platform/network.ts';

const ODD_LENGTH = 200;

/**
 * Reads one page of a list (doc §4.2–§4.5); finds the path again when the known one answers 404.
 */
export async function list(
  session: ApiSession,
  kind: Kind,
  window: ListWindow,
  signal?: AbortSignal,
): Promise<ListPage> {
  const answer = await fetchList(session, kind, window, signal);
  const taken = await takeBeside(session, kind, window, answer);
  if (taken !== null) return { ...taken, odd: taken.odd.map(shortened) };
  const digest = digestOfAnswer(answer.body);
  const bytes = answer.body.length;
  if (isSuccess(answer.status) && digest === window.known) {
    const nothing = { ids: [], items: [], pieces: null, total: null, odd: [] };
    return { ...nothing, bytes, digest, unchanged: true };
  }
  const found = readAnswer(answer, resourceOf(kind), window.remembered ?? null);
  return { ...found, odd: found.odd.map(shortened), bytes, digest, unchanged: false };
}

/**
 * Lets the list parser thread parse an answer without remembered digests; else null.
 *
 * With digests the entries are compared in this thread instead.
 */
async function takeBeside(
  { seams: { pages } }: ApiSession,
  kind: Kind,
  { known, remembered, come }: ListWindow,
  { status, body }: Answer,
): Promise<ListPage | null> {
  const isWorth = known === undefined && remembered === undefined && isReadable(status, body);
  if (!isWorth || pages === undefined) return null;
  const taking = pages.take(kind, body);
  come?.();
  const packed = await taking;
  return packed === null ? null : unpackPage(packed, body);
}

function isReadable(status: number, body: Buffer): boolean {
  return isSuccess(status) && body.length <= LIMITS.list;
}

function shortened(odd: string): string {
  return beginOf(odd, ODD_LENGTH);
}

function readAnswer(
  answer: Answer,
  resource: Resource,
  remembered: Remembered | null,
): Pick<ListPage, 'ids' | 'items' | 'pieces' | 'total' | 'odd'> {
  const plain = isReadable(answer.status, answer.body)
    ? readPlainList(answer.body, resource, remembered)
    : null;
  if (plain !== null) return plain;
  const { entries, total } = readEntries(answer, resource);
  const isFit = ({ text, record }: Entry) =>
    record !== null && isShowable(resource, record, text.length);
  const items = recordsOf(entries.filter(isFit)).map(({ id, text, record }) => {
    const bytes = Buffer.from(text);
    return new ReadRecord(resource, { id, record, bytes, digest: digestOf(bytes) });
  });
  const odd = entries.filter((entry) => isOdd(entry) || !isFit(entry)).map(({ text }) => text);
  return { ids: items.map(({ id }) => id), items, pieces: null, total, odd };
}

/** Reads the same page with odd entries in their places. */
export async function listEntries(
  session: ApiSession,
  kind: Kind,
  window: ListWindow,
): Promise<ListReading> {
  return readEntries(await fetchList(session, kind, window), resourceOf(kind));
}

function readEntries(answer: Answer, resource: Resource): ListReading {
  const reading = readList(expectJson(answer, LIMITS.list), resource);
  if (reading === null) throw unfit(answer, `a list of ${resource.listKey}`);
  return reading;
}

/** Returns whether an entry cannot be used as a record. */
function isOdd({ id }: Entry): boolean {
  return id === null;
}

async function fetchList(
  session: ApiSession,
  kind: Kind,
  window: ListWindow,
  signal?: AbortSignal,
): Promise<Answer> {
  const path = await session.routes.of(kind);
  const answer = await fetchAt(session, path, kind, window, signal);
  if (answer.status !== 404 || !session.routes.forget(kind)) return answer;
  return fetchAt(session, await session.routes.of(kind), kind, window, signal);
}

function fetchAt(
  session: ApiSession,
  path: string,
  kind: Kind,
  { limit, offset, all, search }: ListWindow,
  signal?: AbortSignal,
): Promise<Answer> {
  const { paged, offersAll } = resourceOf(kind);
  // doc §4.5: the list of edge bands takes no parameters.
  const whole = all === true && offersAll ? true : undefined;
  const params = paged ? { limit, offset, all: whole, search } : {};
  return read(session, path + query(params), LIMITS.list, signal);
}

/**
 * A few records of a list, and the answer that holds them; `listed` is null if they cannot be read
 * now.
 */
interface Some {
  readonly listed: readonly RawRecord[] | null;
  readonly answer: Answer | null;
}

/** Reads a few records of the list at exactly this path. */
export async function readSome(session: ApiSession, path: string, kind: Kind): Promise<Some> {
  let answer: Answer | null = null;
  try {
    answer = await fetchAt(session, path, kind, { limit: 10 });
    return { listed: recordsOf(readEntries(answer, resourceOf(kind)).entries), answer };
  } catch (error) {
    const { code } = asAppError(error);
    if (code === 'service' || code === 'refused' || code === 'wrong-address')
      return { listed: null, answer };
    throw error;
  }
}
