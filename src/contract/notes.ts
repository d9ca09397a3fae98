import { errorData, issue } from './errors.ts';
import { groupLabel } from './plans/groups.ts';
import { KINDS } from './resources/resource.ts';
import { z } from './zod.ts';

const kind = z.enum(KINDS);

/**
 * What a pull could not make sure of, to be said in any language: a list that is cut, shifts or has no
 * end, records that cannot be used, records that may or may not be gone.
 */
export const pullNote = z.discriminatedUnion('code', [
  /** It gives the same page whatever is asked for; `seen` records are on it. */
  z.object({ code: z.literal('same-page'), kind, seen: z.number() }),
  z.object({ code: z.literal('endless'), kind, seen: z.number() }),
  /** It counts more than it showed. */
  z.object({ code: z.literal('short'), kind, seen: z.number(), total: z.number() }),
  z.object({ code: z.literal('unordered'), kind }),
  /** Entries without an id; `example` is one of them, cut. */
  z.object({ code: z.literal('odd'), kind, count: z.number(), example: z.string() }),
  /** So many fewer than before that they are kept until another pull finds the same. */
  z.object({ code: z.literal('fewer'), kind, count: z.number() }),
  /** No longer in the list, and not plainly gone. */
  z.object({ code: z.literal('unchecked'), kind, count: z.number() }),
  /** The list broke off. */
  z.object({ code: z.literal('broken'), kind, seen: z.number(), error: errorData }),
]);
export type PullNote = z.infer<typeof pullNote>;

/** The name of a file beside the data under which something damaged was put away; null: there was none. */
const aside = z.string().nullable();

/** What a person must know about the data itself until it is dismissed, to be said in any language. */
export const dataNotice = z.discriminatedUnion('code', [
  /** The mirror was damaged; it is read again with the next pull. */
  z.object({ code: z.literal('cache-damaged'), aside: z.string() }),
  /** A person asked for this backup. */
  z.object({ code: z.literal('backup-put-back'), backup: z.string(), aside }),
  /** A person asked for this backup, which is gone, damaged or of a newer Cabinet. */
  z.object({ code: z.literal('backup-not-put-back'), backup: z.string() }),
  /** The work was damaged (missing where `aside` is null) and a backup took its place. */
  z.object({ code: z.literal('work-restored'), backup: z.string(), aside }),
  /** The layout was raised, and no sound backup could be made before; `kept` is the file as it was. */
  z.object({ code: z.literal('raised-without-backup'), kept: z.string() }),
  /** The data folder is a copy of one that may be in use elsewhere, and changes wait in it. */
  z.object({ code: z.literal('work-copied') }),
  /** The work was damaged or missing and there was no backup. */
  z.object({ code: z.literal('work-lost'), aside }),
  /** A group whose preview was lost while it was being queued; `count` of it are in the outbox. */
  z.object({ code: z.literal('group-cut'), label: groupLabel, count: z.number() }),
  /** A group that went on by itself; `count` rows of it were left out, and these are the first of them: all, as a rule. */
  z.object({
    code: z.literal('group-left'),
    label: groupLabel,
    count: z.number(),
    rows: z.array(z.object({ name: z.string(), issues: z.array(issue) })),
  }),
  /** Written down as a sentence by a Cabinet from before there were codes. */
  z.object({ code: z.literal('earlier'), text: z.string() }),
]);
export type DataNotice = z.infer<typeof dataNotice>;

/** A notice as it is kept: `about` names it, and a newer one about the same takes its place. */
export const keptNotice = dataNotice.and(z.object({ about: z.string() }));
export type KeptNotice = z.infer<typeof keptNotice>;
