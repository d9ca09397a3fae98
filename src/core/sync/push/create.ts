import type { JsonObject } from '#contract/json.ts';
import type { ReasonDetails } from '#contract/operations.ts';
import { idOf, keyOf } from '../../api/identity.ts';
import { foundIn } from '../../api/lookups.ts';
import type { Found, RawRecord, Scan } from '../../api/types.ts';
import { GroupStore } from '../../groups/groupStore.ts';
import { changesBehind, tie } from '../../outbox/oneRecord.ts';
import { withPaths } from '../../outbox/patch.ts';
import { transact } from '../../store/database.ts';
import { markDirty } from '../../store/view.ts';
import { formsOf, hidesKey, isOurs, showsAnyOf } from '../verify.ts';
import { keyTaken } from './conflicts.ts';
import { finishCreate, keepsKeyNote } from './finish.ts';
import { sendFiles } from './files.ts';
import { notApplied, retryLater, sendRequest } from './request.ts';
import { isRestored, mayBeSentSince, ownFilesIn, takeOwnFiles } from './restored.ts';
import { gaveUp, lostVerdict, refusedVerdict, requireMine, unknownVerdict } from './run.ts';
import type { Job, Refusal, Verdict } from './run.ts';

/** After so many unanswered tries a person is asked. */
export const MOST_UNKNOWNS = 3;

/**
 * Creates a record in the order of doc §1: a look whether it exists already, its files, the record.
 * A creation whose answer was lost, or that came with a backup, is looked for before it could be sent again.
 */
export async function sendCreate(job: Job): Promise<Verdict> {
  if (job.entity.serviceId !== null) return finishCreate(job, job.entity.serviceId);
  if (job.operation.state === 'unknown' || isRestored(job)) {
    const settled = await lookForLost(job);
    if (settled !== null) return settled;
  } else {
    const taken = await lookBefore(job, draftOf(job));
    if (taken !== null) return taken;
  }
  const files = await sendFiles(job);
  return files ?? post(job, draftOf(job));
}

/** The draft with every file in it already a path of the service. */
function draftOf({ run, operation }: Job): JsonObject {
  const sent = new Map(run.ws.uploads.of(operation.seq).map(({ file, path }) => [file, path]));
  return withPaths(operation.patch, (file) => sent.get(file) ?? null).values;
}

// doc §1: existence is looked up before a thing is created.
async function lookBefore(job: Job, draft: JsonObject): Promise<Verdict | null> {
  const { key } = job.entity;
  if (key === null) return null;
  const found = await lookForKey(job, key);
  if (found.found === 'absent') return null;
  if (found.found === 'unclear') {
    const count = unclearLooks(job) + 1;
    const details = { why: 'look-up', name: key, count } as const;
    return retryLater(job, `The look-up of ${key} was not answered clearly.`, details, count);
  }
  if (job.operation.attempts > 0 && isOurs(job.resource, draft, found.record.record))
    return bind(job, found.record);
  return byAnotherHand(job, found.record);
}

/** A question that is never answered clearly is not waited for for ever: the list tells as well, and takes longer. */
async function lookForKey(job: Job, key: string): Promise<Found> {
  const { resource, run } = job;
  const found = await run.api.lookup(job.entity.kind, key);
  if (found.found !== 'unclear' || unclearLooks(job) < MOST_UNKNOWNS) return found;
  let showsKeys: boolean | null = null;
  const walked = await run.api.scan(job.entity.kind, (record) => {
    showsKeys = showsKeys === true || !hidesKey(resource, record);
    return keyOf(record, resource) === key;
  });
  // Where no record shows a code, that none shows this one says nothing (doc §4.6 gap 3).
  return showsKeys === false ? found : foundIn(walked);
}

/** How often in a row the look-up of this creation's code was answered so that nothing follows. */
function unclearLooks({ operation: { reason } }: Job): number {
  const { why, count } = reason?.details ?? {};
  return reason?.code === 'retry-later' && why === 'look-up' ? (count ?? 0) : 0;
}

/** The code is in use there: what must only exist is content with that, anything else asks. */
function byAnotherHand(job: Job, record: RawRecord): Verdict {
  return job.operation.ensure ? existsAlready(job, record) : keyTaken(job, record);
}

/** A thing that a product needs is there already, by another hand: it is left as it is. */
function existsAlready(job: Job, record: RawRecord): Verdict {
  const { ws } = job.run;
  const { entity } = job;
  transact(ws.work, () => {
    requireMine(job);
    const { eid } = tie(ws, entity, record.id, changesBehind(ws, job));
    markDirty(ws, entity.kind, eid, record.text);
  });
  const name = entity.key ?? entity.title;
  const text = `The service already has ${name}; it was left as it is.`;
  return { to: 'done', record, reason: { code: 'exists', text, details: { name } } };
}

/** Looks for a creation whose answer was lost; null means it is surely not there and may be sent. */
async function lookForLost(job: Job): Promise<Verdict | null> {
  const { operation, entity, run } = job;
  const draft = draftOf(job);
  const { matches, complete, alike } = await findOurs(job, draft);
  const isMine = mineBy(job, draft);
  const ours = matches.find(({ record }) => isMine(record));
  if (ours !== undefined) {
    takeOwnFiles(job, ours.record);
    return bind(job, ours);
  }
  const [foreign] = matches;
  if (foreign !== undefined && entity.key !== null) return byAnotherHand(job, foreign);
  if (!complete) return notLookedThrough(job);
  if (alike !== null) return looksAlike(job, alike);
  if (isRestored(job) && entity.key === null) return mayBeSentSince(job);
  if (saidYes(job)) return notShown(job);
  if (operation.unknowns >= MOST_UNKNOWNS)
    return gaveUp(
      `Sent ${operation.unknowns} times without an answer; the service does not have it. Try again when the service is well.`,
      { why: 'unanswered', count: operation.unknowns },
    );
  if (mayHaveJustCome(job)) return notSeenYet(job);
  run.ws.platform.log('info', `A lost ${operation.action} was looked up and is not there.`);
  return null;
}

const NOT_SEEN = 'not-seen';
/** How far a copy of the service that is asked may be behind, as a share of the settle window. */
const BEHIND = 1 / 4;

/**
 * It may have arrived a moment ago, and a copy of the service that is behind does not show it yet. When what came with
 * a copy of the data was sent last, nobody here knows.
 */
function mayHaveJustCome(job: Job): boolean {
  const { reason, sentAt } = job.operation;
  if (reason?.details?.why === NOT_SEEN) return false;
  if (isRestored(job)) return true;
  const { ws } = job.run;
  const since = sentAt === null ? 0 : ws.platform.clock.now() - sentAt;
  return since < ws.settings.settleMs * (1 + BEHIND);
}

/** Only what a second look does not find either is sent again. */
function notSeenYet({ run: { ws }, operation }: Job): Verdict {
  const text =
    'The service does not show it so far. Cabinet looks once more before it sends it again.';
  const code = operation.reason?.code ?? 'no-answer';
  const nextAt = ws.platform.clock.now() + ws.settings.settleMs * BEHIND;
  return { to: 'unknown', reason: { code, text, details: { why: NOT_SEEN } }, nextAt };
}

/**
 * The list does not show plainly what is in it. An outcome that is not known is looked for again and again; what may
 * have been sent elsewhere a few times, then a person looks.
 */
function notLookedThrough(job: Job): Verdict {
  const text = 'The look-up was not answered clearly.';
  const details = { why: 'look-up', name: job.entity.key ?? job.entity.title } as const;
  if (isRestored(job)) return lookAgain(job, text, details, mayBeSentSince);
  return retryLater(job, text, details);
}

/** Looks once more after a while; in the end a person is asked. */
function lookAgain(
  job: Job,
  text: string,
  details: ReasonDetails,
  inTheEnd: (job: Job) => Verdict = () => gaveUp(text, details),
): Verdict {
  if (job.operation.unknowns >= MOST_UNKNOWNS) return inTheEnd(job);
  job.run.ws.operations.countUnknown(job.operation.seq);
  return retryLater(job, text, details);
}

/** Whether the service once answered that it made this record: it is never sent again unasked. */
function saidYes({ run, operation, resource }: Job): boolean {
  return run.ws.activity
    .attempts(operation.seq)
    .some(
      ({ method, path, outcome }) =>
        method === 'POST' && path === resource.paths[0] && outcome === 'applied',
    );
}

const NOT_SHOWN = 'The service said yes but did not show the new record.';

/** Made, as the service says, and not to be seen, or no more as it was made. */
function notShown(job: Job): Verdict {
  return lookAgain(job, NOT_SHOWN, { why: 'not-shown' });
}

/** What may be the creation, changed by another hand meanwhile: sent again, it might be there twice. */
function looksAlike(job: Job, id: string): Verdict {
  const name = job.entity.key ?? job.entity.title;
  const details = { why: 'looks-alike', id, name } as const;
  const text = `No answer came, and the service has a new record, ${id}, that may be ${name}. Look at it before this is sent again.`;
  return lookAgain(job, text, details);
}

interface Lookup extends Scan {
  /** A record that may be ours and is not quite as it was sent; null where there is none. */
  readonly alike: string | null;
}

/** Known by what was sent, or by the names of its files where nothing else is known any more. */
function mineBy(job: Job, draft: JsonObject): (record: JsonObject) => boolean {
  const holdsOwnFiles = ownFilesIn(job);
  return (record) => isOurs(job.resource, draft, record) || holdsOwnFiles(record);
}

async function findOurs(job: Job, draft: JsonObject): Promise<Lookup> {
  const { api } = job.run;
  const { kind, key, title } = job.entity;
  if (key !== null) {
    const found = await api.lookup(kind, key);
    if (found.found === 'present') return { matches: [found.record], complete: true, alike: null };
    const isGone = found.found === 'absent' && keepsKey(job);
    if (isGone) return findInOtherForm(job, draft, key);
  }
  const alike: string[] = [];
  const isMine = mineBy(job, draft);
  const mayBeMine = likeOursBy(job, draft);
  const isMatch = (record: JsonObject) => {
    // The question for the code said nothing; the list may show who has it.
    if (isMine(record) || (key !== null && keyOf(record, job.resource) === key)) return true;
    const id = idOf(record);
    if (id !== null && mayBeMine(record) && mayBeNew(job, id)) alike.push(id);
    return false;
  };
  // No code, or one that the service may not keep (doc §4.6 gap 3): the uploaded path tells.
  const found = await api.scan(kind, isMatch, { search: title });
  const listed = { ...found, alike: alike[0] ?? null };
  if (key === null || listed.matches.length > 0 || !isRestored(job)) return listed;
  // Sent from elsewhere, its files have names that nobody here knows: its code may stand there in another form.
  const other = await findInOtherForm(job, draft, key);
  const complete = listed.complete && other.complete;
  return { matches: other.matches, complete, alike: listed.alike ?? other.alike };
}

/**
 * Looks for the record under forms of its code that nobody gave: a service may have made one of them of it, and
 * another hand may have changed the rest before we looked.
 */
async function findInOtherForm(job: Job, draft: JsonObject, key: string): Promise<Lookup> {
  let complete = true;
  let alike: string | null = null;
  for (const form of formsOf(key)) {
    const found = await job.run.api.lookup(job.entity.kind, form);
    if (found.found === 'unclear') complete = false;
    if (found.found !== 'present') continue;
    if (isOurs(job.resource, draft, found.record.record))
      return { matches: [found.record], complete: true, alike: null };
    if (mayBeNew(job, found.record.id)) alike = found.record.id;
  }
  return { matches: [], complete, alike };
}

/**
 * What may be the creation, changed by another hand before we looked: what shows its code in another form, or, where
 * a service keeps no code, none and any of what was sent.
 */
function likeOursBy({ entity, resource }: Job, draft: JsonObject): (record: JsonObject) => boolean {
  const { key } = entity;
  if (key === null) return () => false;
  const forms = new Set<string | null>(formsOf(key));
  const sent = { values: draft, files: {} };
  return (record) =>
    forms.has(keyOf(record, resource)) ||
    (hidesKey(resource, record) && showsAnyOf(resource, sent, record));
}

/**
 * Whether a record may have come since this creation was first sent; none that was known here before it has, nor one
 * that another creation made. What a person did since to a record that a list had shown says nothing.
 */
function mayBeNew({ entity, operation, run }: Job, id: string): boolean {
  const { entities } = run.ws;
  const known = entities.byServiceId(entity.kind, id);
  if (known !== null && (known.number < entity.number || entities.wasCreated(known.eid)))
    return false;
  const [first] = run.ws.activity.attempts(operation.seq);
  const taken = run.ws.records.takenAt(entity.kind, id);
  if (taken === null || first === undefined) return true;
  // A clock that was set back since tells nothing of what came first.
  return taken >= first.startedAt || run.ws.platform.clock.now() < first.startedAt;
}

// That a code is not found proves nothing until this service has been seen to keep one.
function keepsKey({ resource, run }: Job): boolean {
  return resource.markers.length === 0 || run.ws.meta.get(keepsKeyNote(resource)) === 'yes';
}

async function bind(job: Job, record: RawRecord, isNew = false): Promise<Verdict> {
  const { ws } = job.run;
  const { entity, operation } = job;
  const { eid } = transact(ws.work, () => {
    requireMine(job);
    const owner = tie(ws, entity, record.id, ws.operations.openBehind(operation));
    if (owner.eid !== entity.eid) new GroupStore(ws.work).handOver(operation.id, owner.eid);
    markDirty(ws, entity.kind, owner.eid);
    return owner;
  });
  if (eid !== entity.eid) return { to: 'done', record, reason: null };
  return finishCreate(job, record.id, isNew);
}

async function post(job: Job, draft: JsonObject): Promise<Verdict> {
  const { api } = job.run;
  const body = job.resource.toCreate(draft);
  const path = job.resource.paths[0] ?? '';
  const request = { method: 'POST', path, body, before: null } as const;
  const outcome = await sendRequest(job, request, () => api.create(job.entity.kind, body));
  switch (outcome.outcome) {
    case 'applied':
      return outcome.id === null ? findCreated(job, draft) : finishCreate(job, outcome.id, true);
    case 'refused':
      return refusedCreate(job, draft, outcome);
    case 'not-applied':
      return notApplied(job, outcome);
    case 'unknown':
      return lostVerdict(job, outcome);
    default:
      return unknownVerdict(job, '', {});
  }
}

/** doc §4.6 gaps 3 and 9: an answer without an id still says yes; the record is found by what we sent. */
async function findCreated(job: Job, draft: JsonObject): Promise<Verdict> {
  const { matches } = await findOurs(job, draft);
  const ours = matches.find(({ record }) => isOurs(job.resource, draft, record));
  if (ours !== undefined) return bind(job, ours, true);
  job.run.ws.operations.countUnknown(job.operation.seq);
  return unknownVerdict(job, NOT_SHOWN, { why: 'not-shown' });
}

// A refusal after a lost answer may mean that the first try arrived after all.
async function refusedCreate(job: Job, draft: JsonObject, refusal: Refusal): Promise<Verdict> {
  const { key, kind } = job.entity;
  if (key === null) return refusedVerdict(refusal);
  if (job.operation.attempts === 0) {
    const found = await job.run.api.lookup(kind, key);
    return found.found === 'present' ? keyTaken(job, found.record) : refusedVerdict(refusal);
  }
  const { matches, complete } = await findOurs(job, draft);
  const ours = matches.find(({ record }) => isOurs(job.resource, draft, record));
  if (ours !== undefined) return bind(job, ours);
  const [foreign] = matches;
  if (foreign !== undefined) return keyTaken(job, foreign);
  if (complete) return refusedVerdict(refusal);
  job.run.ws.operations.countUnknown(job.operation.seq);
  return lostVerdict(job, refusal, { why: 'look-up', name: key });
}
