import { isObject, jsonObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { call } from '../../../state/core.ts';
import type { Typed } from '../model/form.ts';

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

/** Reads a draft; null when there is none that can be read. */
export async function readDraft(key: string): Promise<Draft | null> {
  const { draft } = await call('drafts.get', { key });
  if (draft === null) return null;
  const parsed = draftSchema.safeParse(draft);
  return parsed.success ? parsed.data : null;
}

/** Keeps a draft on disk, or forgets it. */
export async function writeDraft(key: string, draft: Draft | null): Promise<void> {
  await call('drafts.set', { key, draft: draft === null ? null : asJson(draft) });
}

/** Tells that nothing is typed in it and nothing chosen for it. */
export function isEmpty({ typed, files }: Draft): boolean {
  return Object.keys(typed).length === 0 && files.length === 0;
}

/** A draft without what was queued of it; what is left is told from the record as it is then. */
export function withoutKept(draft: Draft, kept: Typed): Draft {
  const left = Object.entries(draft.typed).filter(([path, text]) => kept[path] !== text);
  return { ...draft, typed: Object.fromEntries(left), base: null };
}

/** Takes out of a draft on disk what was queued of it. */
export async function settleDraft(key: string, kept: Typed): Promise<void> {
  const found = await readDraft(key);
  if (found === null) return;
  const left = withoutKept(found, kept);
  await writeDraft(key, isEmpty(left) ? null : left);
}

function asJson({ typed, base, files, at }: Draft): Json {
  return { typed, base, at, files: files.map((each) => ({ ...each })) };
}

/** Lays the text of one cell into the draft of its record. */
export async function keepCellDraft(
  kind: Kind,
  id: string,
  name: string,
  text: string,
  base: JsonObject | undefined,
): Promise<void> {
  const key = recordKey(kind, id);
  const old = await readDraft(key);
  const typed = { ...old?.typed, [name]: text };
  const seen = old?.base ?? (isObject(base) ? base : null);
  await writeDraft(key, { typed, base: seen, files: old?.files ?? [], at: Date.now() });
}
