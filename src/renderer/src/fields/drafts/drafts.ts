import { isObject, jsonObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { call } from '../../state/core.ts';
import { tellError } from '../../ui/tellError.ts';
import type { Typed } from '../model/form.ts';
import { tellDrafts } from './draftNews.ts';

const draftSchema = z.object({
  typed: z.record(z.string(), z.string()),
  /** The record as it was shown when typing began; null for a creation. */
  base: jsonObject.nullable(),
  files: z
    .array(z.object({ field: z.string(), file: z.string(), name: z.string(), size: z.number() }))
    .catch([]),
  at: z.number(),
});

/** What was typed into a form and not queued yet. */
export interface Draft {
  readonly typed: Typed;
  readonly base: JsonObject | null;
  readonly files: readonly DraftFile[];
  readonly at: number;
}

/** A staged file that a creation will carry. */
export interface DraftFile {
  readonly field: string;
  readonly file: string;
  readonly name: string;
  readonly size: number;
}

/** The key of a record's draft. */
export function recordKey(kind: Kind, id: string): string {
  return `record:${kind}:${id}`;
}

/** The key of the creation that was begun in a kind. */
export function creationKey(kind: Kind): string {
  return `new:${kind}`;
}

// A read goes past the one who writes: right behind a write it would find what was there before. It waits for
// all of them, since a record that was just sent has two keys for one draft.
let writing: Promise<unknown> = Promise.resolve();

/** Reads a draft as it was written last; null when there is none that can be read. */
export async function readDraft(key: string): Promise<Draft | null> {
  await writing;
  return read(key);
}

/** Keeps a draft on disk, or forgets it. */
export async function writeDraft(key: string, draft: Draft | null): Promise<void> {
  await awaited(write(key, draft));
}

/** Lays what was typed over what is on the disk, where that could not be read yet: it must not be written over. */
export async function layOver(key: string, typed: Draft | null): Promise<void> {
  await rewrite(key, (old) => typed && joined(old ?? NO_DRAFT, typed));
}

async function read(key: string): Promise<Draft | null> {
  const { draft } = await call('drafts.get', { key });
  if (draft === null) return null;
  const parsed = draftSchema.safeParse(draft);
  return parsed.success ? parsed.data : null;
}

async function write(key: string, draft: Draft | null): Promise<void> {
  await call('drafts.set', { key, draft: draft === null ? null : asJson(draft) });
  tellDrafts();
}

/** Makes of a draft on disk what it is to be; null leaves it as it is. */
async function rewrite(key: string, next: (old: Draft | null) => Draft | null): Promise<void> {
  const before = writing;
  const work = async () => {
    await before;
    const draft = next(await read(key));
    if (draft !== null) await write(key, isEmpty(draft) ? null : draft);
  };
  await awaited(work());
}

function awaited(work: Promise<void>): Promise<void> {
  writing = Promise.allSettled([writing, work]).then(() => undefined);
  return work;
}

/** Tells that nothing is typed in it and nothing chosen for it. */
export function isEmpty({ typed, files }: Draft): boolean {
  return Object.keys(typed).length === 0 && files.length === 0;
}

/** What of a draft was queued. */
export type Settled = Pick<Draft, 'typed' | 'files'>;

/** A draft without what was queued of it; what is left is told from the record as it is then. */
export function withoutKept(draft: Draft, kept: Settled): Draft {
  const left = Object.entries(draft.typed).filter(([path, text]) => kept.typed[path] !== text);
  const files = filesBut(draft.files, kept.files);
  return { ...draft, typed: Object.fromEntries(left), base: null, files };
}

/** A draft that was found on disk with what was typed meanwhile, which is newer. */
export function joined(found: Draft, since: Draft): Draft {
  return {
    typed: { ...found.typed, ...since.typed },
    base: found.base ?? since.base,
    files: [...filesBut(found.files, since.files), ...since.files],
    at: since.at,
  };
}

/**
 * Joins what this window holds of a draft with what another window has made of it on the disk. `known` is what the
 * disk was known to hold: what was changed here since stays, and all else is as the other window left it.
 */
export function mergeDrafts(known: Draft, mine: Draft, found: Draft): Draft {
  const paths = [...new Set([...Object.keys(found.typed), ...Object.keys(mine.typed)])];
  const typed = paths.flatMap((path): [string, string][] => {
    const isMine = mine.typed[path] !== known.typed[path];
    const text = isMine ? mine.typed[path] : found.typed[path];
    return text === undefined ? [] : [[path, text]];
  });
  const left = filesBut(found.files, filesBut(known.files, mine.files));
  const added = filesBut(mine.files, known.files);
  const files = [...filesBut(left, added), ...added];
  if (typed.length + files.length === 0) return NO_DRAFT;
  const at = Math.max(mine.at, found.at);
  // One that is not there any more was let go by the other: what is left is told from the record as it is then.
  const base = known.base === null ? (found.base ?? mine.base) : found.base;
  return { typed: Object.fromEntries(typed), base, files, at };
}

/** Writes what this window holds of a draft, joined with what another window has made of it meanwhile. */
export async function rejoinDraft(key: string, known: Draft, mine: Draft): Promise<void> {
  await rewrite(key, (found) => mergeDrafts(known, mine, found ?? NO_DRAFT));
}

/** The same is typed in both, and the same files are chosen for both. */
export function saysTheSame(one: Draft, other: Draft): boolean {
  const paths = Object.keys(one.typed);
  return (
    paths.length === Object.keys(other.typed).length &&
    paths.every((path) => one.typed[path] === other.typed[path]) &&
    one.files.length === other.files.length &&
    filesBut(one.files, other.files).length === 0
  );
}

function filesBut(files: readonly DraftFile[], others: readonly DraftFile[]): DraftFile[] {
  return files.filter(
    (file) => !others.some((each) => each.field === file.field && each.file === file.file),
  );
}

/** Takes out of a draft on disk what was queued of it. */
export async function settleDraft(key: string, kept: Settled): Promise<void> {
  await rewrite(key, (old) => old && withoutKept(old, kept));
}

/** What stands in a form otherwise than when it was queued; nothing of one that was discarded since. */
export function typedSince(queued: Typed, now: Typed): Typed {
  if (Object.keys(now).length === 0) return {};
  const emptied = Object.keys(queued).map((path): [string, string] => [path, '']);
  const all = Object.entries({ ...Object.fromEntries(emptied), ...now });
  return Object.fromEntries(all.filter(([path, text]) => queued[path] !== text));
}

function asJson({ typed, base, files, at }: Draft): Json {
  return { typed, base, at, files: files.map((each) => ({ ...each })) };
}

type Change = (next: (old: Draft) => Draft) => void;

/** A form in which nothing is typed. */
export const NO_DRAFT: Draft = { typed: {}, base: null, files: [], at: 0 };
const openForms = new Map<string, Change>();

/** Lets the form that is open take what comes into its draft from elsewhere; gives the way to end it. */
export function openForm(key: string, change: Change): () => void {
  openForms.set(key, change);
  return () => {
    if (openForms.get(key) === change) openForms.delete(key);
  };
}

/** Changes a draft where it is by now: in the form that is open, or on disk. */
async function changeDraft(key: string, next: (old: Draft) => Draft): Promise<void> {
  const change = openForms.get(key);
  // An open form does not look at the disk again, and would write over what stands there.
  if (change !== undefined) return change(next);
  await rewrite(key, (old) => next(old ?? NO_DRAFT));
}

/** Undoes that a draft was discarded; what was typed since is newer. */
export function bringBackDraft(key: string, discarded: Draft): Promise<void> {
  return changeDraft(key, (since) => joined(discarded, { ...since, at: Date.now() }));
}

/** Lays the text of one cell into the draft of its record. */
export async function keepCellDraft(
  kind: Kind,
  id: string,
  name: string,
  text: string,
  base: JsonObject | undefined,
): Promise<void> {
  const laid = ofCell(name, text, isObject(base) ? base : null);
  await changeDraft(recordKey(kind, id), (old) => joined(old, laid));
}

function ofCell(name: string, text: string, base: JsonObject | null): Draft {
  return { typed: { [name]: text }, base, files: [], at: Date.now() };
}

/** The text of a cell that was left some time ago. */
interface OlderCell {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly base: JsonObject | null;
  readonly at: number;
}

/** Lays such a text into the draft of its record; false where another was typed there since, which stays. */
export async function keepOlderCell(kind: Kind, cell: OlderCell): Promise<boolean> {
  const { id, name, text, base, at } = cell;
  const key = recordKey(kind, id);
  const isPassed = ({ typed, at: since }: Draft) =>
    since > at && typed[name] !== undefined && typed[name] !== text;
  // A form that is open has perhaps not read it yet.
  if (isPassed((await readDraft(key)) ?? NO_DRAFT)) return false;
  let isNewest = true;
  await changeDraft(key, (old) => {
    isNewest = !isPassed(old);
    return isNewest ? joined(old, ofCell(name, text, base)) : old;
  });
  return isNewest;
}

/**
 * Lays what was typed into a creation while it was being queued into the draft of the record that it made. Tells
 * what of the creation's draft is spent: all of its texts, and the files that were queued. What cannot be written
 * is given to the record's form, which is open by then; where it is not, that it is lost is told.
 */
export function transferDraft(
  { kind, id }: { readonly kind: Kind; readonly id: string },
  queued: Settled,
  now: Settled,
  base: JsonObject | null,
): Settled {
  const typed = typedSince(queued.typed, now.typed);
  const draft = { typed, base, files: [], at: Date.now() };
  const key = recordKey(kind, id);
  const lay = () => changeDraft(key, (since) => joined(draft, { ...since, at: draft.at }));
  if (!isEmpty(draft)) void writeDraft(key, draft).catch(lay).catch(tellError);
  return { typed: now.typed, files: queued.files };
}
