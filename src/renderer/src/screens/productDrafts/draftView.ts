import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Left } from './takeFiles.ts';

/** The open draft and part, the paste dialog, and the files without a part. */
interface DraftView {
  readonly plan: string | null;
  readonly part: string | null;
  /** The content of the paste dialog; without a kind, it is detected from the column names. */
  readonly paste: { readonly kind: Kind | null; readonly text: string } | null;
  /** Files without a part, by draft; they stay until assigned or dismissed. */
  readonly left: Readonly<Record<string, readonly Left[]>>;
}

const kept = z.object({ plan: z.string().nullable().catch(null) });

export const draftView = create<DraftView>()(
  persist((): DraftView => ({ plan: null, part: null, paste: null, left: {} }), {
    name: 'cabinet:plan',
    partialize: ({ plan }) => ({ plan }),
    merge: (stored, first) => ({
      ...first,
      ...kept.parse(typeof stored === 'object' && stored !== null ? stored : {}),
    }),
  }),
);

/** Opens a draft, or the list of drafts for null; `left` are files that could not be added. */
export function openDraft(plan: string | null, left: readonly Left[] = []): void {
  draftView.setState({ plan, part: null, paste: null });
  if (plan !== null) leaveFiles(plan, left);
}

const NONE: readonly Left[] = [];

/** Returns the files of a draft without a part. */
export function leftOf(plan: string): readonly Left[] {
  return draftView.getState().left[plan] ?? NONE;
}

/** Adds files without a part to a draft. */
export function leaveFiles(plan: string, files: readonly Left[]): void {
  if (files.length > 0) setLeft(plan, [...leftOf(plan), ...files]);
}

/** Removes a file that was assigned or dismissed. */
export function forgetLeft(plan: string, file: Left): void {
  setLeft(
    plan,
    leftOf(plan).filter((each) => each !== file),
  );
}

function setLeft(plan: string, files: readonly Left[]): void {
  draftView.setState(({ left }) => ({ left: { ...left, [plan]: files } }));
}
