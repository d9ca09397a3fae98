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
  /** The record as it was when typing began; null for a new record. */
  base: jsonObject.nullable(),
  files: z
    .array(z.object({ field: z.string(), file: z.string(), name: z.string(), size: z.number() }))
    .catch([]),
  at: z.number(),
});

/** The input of a form that is not queued yet. */
export interface Draft {
  readonly typed: Typed;
  readonly base: JsonObject | null;
  readonly files: readonly DraftFile[];
  readonly at: number;
}

/** A staged file of a new record. */
export interface DraftFile {
  readonly field: string;
  readonly file: string;
  readonly name: string;
  readonly size: number;
}

/** Returns the key of a record's draft. */
export function recordKey(kind: Kind, id: string): string {
  return `record:${kind}:${id}`;
}

/** Returns the key of the draft of a new record. */
export function creationKey(kind: Kind): string {
  return `new:${kind}`;
}

// Reads run in the reader and would return the old draft right after a write. They wait for all
// writes, because a record that was just sent has two keys for one draft.
let writing: Promise<unknown> = Promise.resolve();

/** Returns the draft as last written; null if there is none or it cannot be read. */
export async function readDraft(key: string): Promise<Draft | null> {
  await writing;
  return read(key);
}

/** Writes a draft to disk, or deletes it. */
export async function writeDraft(key: string, draft: Draft | null): Promise<void> {
  await awaited(write(key, draft));
}

/**
 * Merges typed text into a draft on disk that could not be read before, so as not to overwrite it.
 */
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

/** Replaces a draft on disk by the result of `next`; null leaves it unchanged. */
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

/** Returns whether a draft has neither text nor files. */
export function isEmpty({ typed, files }: Draft): boolean {
  return Object.keys(typed).length === 0 && files.length === 0;
}

/** The parts of a draft that were queued. */
export type Settled = Pick<Draft, 'typed' | 'files'>;

/** Returns the draft without the queued parts; the rest is compared with the current record. */
export function withoutKept(draft: Draft, kept: Settled): Draft {
  const left = Object.entries(draft.typed).filter(([path, text]) => kept.typed[path] !== text);
  const files = filesBut(draft.files, kept.files);
  return { ...draft, typed: Object.fromEntries(left), base: null, files };
}

/** Merges a draft found on disk with newer input. */
export function joined(found: Draft, since: Draft): Draft {
  return {
    typed: { ...found.typed, ...since.typed },
    base: found.base ?? since.base,
    files: [...filesBut(found.files, since.files), ...since.files],
    at: since.at,
  };
}

/**
 * Merges this window's draft with the version that another window wrote.
 *
 * `known` is the last known version on disk. Changes made here since then win; everything else
 * follows the other window.
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
  // If the other window deleted the draft, the rest is compared with the current record.
  const base = known.base === null ? (found.base ?? mine.base) : found.base;
  return { typed: Object.fromEntries(typed), base, files, at };
}

/** Writes this window's draft, merged with the version on disk. */
export async function rejoinDraft(key: string, known: Draft, mine: Draft): Promise<void> {
  await rewrite(key, (found) => mergeDrafts(known, mine, found ?? NO_DRAFT));
}

/** Returns whether two drafts have the same text and files. */
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

/** Removes the queued parts from a draft on disk. */
export async function settleDraft(key: string, kept: Settled): Promise<void> {
  await rewrite(key, (old) => old && withoutKept(old, kept));
}

/** Returns the text that changed since it was queued; empty if the draft was discarded since. */
export function typedSince(queued: Typed, now: Typed): Typed {
  if (Object.keys(now).length === 0) return {};
  const emptied = Object.keys(queued).map((path): [string, string] => [path, '']);
  const all = Object.entries({ ...Object.fromEntries(emptied), ...now });
  return Object.fromEntries(all.filter(([path, text]) => queued[path] !== text));
}

function asJson({ typed, base, files, at }: Draft): Json {
  return { typed, base, at, files: files.map((each) => ({ ...each })) };
}

type DraftUpdate = (next: (old: Draft) => Draft) => void;

/** A draft without input. */
export const NO_DRAFT: Draft = { typed: {}, base: null, files: [], at: 0 };
const openForms = new Map<string, DraftUpdate>();

/**
 * Registers an open form, so that other code can change its draft; returns a function that ends
 * this.
 */
export function openForm(key: string, change: DraftUpdate): () => void {
  openForms.set(key, change);
  return () => {
    if (openForms.get(key) === change) openForms.delete(key);
  };
}

/** Changes a draft in its open form, or on disk. */
async function changeDraft(key: string, next: (old: Draft) => Draft): Promise<void> {
  const change = openForms.get(key);
  // An open form does not read the disk first and would overwrite a change made there.
  if (change !== undefined) return change(next);
  await rewrite(key, (old) => next(old ?? NO_DRAFT));
}

/** Restores a discarded draft; text typed since then wins. */
export function bringBackDraft(key: string, discarded: Draft): Promise<void> {
  return changeDraft(key, (since) => joined(discarded, { ...since, at: Date.now() }));
}

/** Puts the text of a cell into the draft of its record. */
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

/** The text of a cell that was stashed some time ago. */
interface OlderCell {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly base: JsonObject | null;
  readonly at: number;
}

/**
 * Puts a stashed text into the draft of its record.
 *
 * Returns false if another text was typed there since; that one stays.
 */
export async function keepOlderCell(kind: Kind, cell: OlderCell): Promise<boolean> {
  const { id, name, text, base, at } = cell;
  const key = recordKey(kind, id);
  const isPassed = ({ typed, at: since }: Draft) =>
    since > at && typed[name] !== undefined && typed[name] !== text;
  // An open form may not have read its draft yet.
  if (isPassed((await readDraft(key)) ?? NO_DRAFT)) return false;
  let isNewest = true;
  await changeDraft(key, (old) => {
    isNewest = !isPassed(old);
    return isNewest ? joined(old, ofCell(name, text, base)) : old;
  });
  return isNewest;
}

/**
 * Moves text typed while a new record was being queued into the draft of that record.
 *
 * Returns the used parts of the old draft: all its texts, and the queued files. If the write fails,
 * the text goes to the open form of the record. If that fails too, the error is shown.
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
