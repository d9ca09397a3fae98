import { errorData, issue } from './errors.ts';
import { groupLabel } from './changesets/groups.ts';
import { KINDS } from './resources/resource.ts';
import { z } from './zod.ts';

const kind = z.enum(KINDS);

/**
 * An uncertain result of a pull, to be shown in any language.
 *
 * The list was cut, shifted or endless, records were unusable, or records may be deleted.
 */
export const pullNote = z.discriminatedUnion('code', [
  /** The service returns the same page for every request; it has `seen` records. */
  z.object({ code: z.literal('same-page'), kind, seen: z.number() }),
  z.object({ code: z.literal('endless'), kind, seen: z.number() }),
  /** The reported total is larger than the number of returned records. */
  z.object({ code: z.literal('short'), kind, seen: z.number(), total: z.number() }),
  z.object({ code: z.literal('unordered'), kind }),
  /** Entries without an id; `example` is one of them, shortened. */
  z.object({ code: z.literal('odd'), kind, count: z.number(), example: z.string() }),
  /** Many records are missing; they are kept until another pull confirms it. */
  z.object({ code: z.literal('fewer'), kind, count: z.number() }),
  /** Missing from the list, and not confirmed as deleted. */
  z.object({ code: z.literal('unchecked'), kind, count: z.number() }),
  /** The list request failed midway. */
  z.object({ code: z.literal('broken'), kind, seen: z.number(), error: errorData }),
]);
export type PullNote = z.infer<typeof pullNote>;

/** The name of the set-aside damaged file beside the data; null when there was none. */
const aside = z.string().nullable();

/** A notice about the local data, shown until dismissed, in any language. */
export const dataNotice = z.discriminatedUnion('code', [
  /** The mirror was damaged; the next pull reads it again. */
  z.object({ code: z.literal('cache-damaged'), aside: z.string() }),
  /** The user restored this backup. */
  z.object({ code: z.literal('backup-put-back'), backup: z.string(), aside }),
  /** The user requested this backup, but it is missing, damaged, or of a newer version. */
  z.object({ code: z.literal('backup-not-put-back'), backup: z.string() }),
  /** `work.db` was damaged (missing when `aside` is null) and a backup replaced it. */
  z.object({ code: z.literal('work-restored'), backup: z.string(), aside }),
  /** The layout was upgraded without a valid backup; `kept` is the file before the upgrade. */
  z.object({ code: z.literal('raised-without-backup'), kept: z.string() }),
  /** The data folder is a copy of one that may be in use elsewhere, and it has pending changes. */
  z.object({ code: z.literal('work-copied') }),
  /** `work.db` was damaged or missing, and there was no backup. */
  z.object({ code: z.literal('work-lost'), aside }),
  /** A batch whose changeset was lost while queueing; `count` rows are in the outbox. */
  z.object({ code: z.literal('group-cut'), label: groupLabel, count: z.number() }),
  /** A resumed batch; `count` rows were left out. `rows` lists the first of them, usually all. */
  z.object({
    code: z.literal('group-left'),
    label: groupLabel,
    count: z.number(),
    rows: z.array(z.object({ name: z.string(), issues: z.array(issue) })),
  }),
  /** Offered once, after the first successful send: send changes automatically from now on. */
  z.object({ code: z.literal('offer-auto-send') }),
  /** A sentence stored by a version without notice codes. */
  z.object({ code: z.literal('earlier'), text: z.string() }),
]);
export type DataNotice = z.infer<typeof dataNotice>;

/** A stored notice; a newer one about the same subject (`about`) replaces it. */
export const keptNotice = dataNotice.and(z.object({ about: z.string() }));
export type KeptNotice = z.infer<typeof keptNotice>;
