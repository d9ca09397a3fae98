import { create } from 'zustand';
import { viewStore } from '../../state/view.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { PullChange } from '#contract/past.ts';
import type { Reading } from './readings.ts';
import type { Since } from '../review/since.ts';

/** The pages of the history screen. */
export const PAST_PAGES = ['history', 'requests', 'others', 'pulls', 'trash'] as const;
export type PastPage = (typeof PAST_PAGES)[number];

interface PastView {
  readonly page: PastPage;
  readonly since: Since;
  /** The time of the user's last look at the changes of others; it replaces `since`. */
  readonly look: number | null;
  /** The pull whose changes are shown; it replaces `since`. */
  readonly reading: Reading | null;
  readonly kind: Kind | null;
  readonly change: PullChange['change'] | null;
  readonly search: string;
  /** The deleted record open in the panel. */
  readonly opened: { readonly kind: Kind; readonly id: string } | null;
}

export const pastView = create<PastView>(() => ({
  page: 'history',
  since: 'newest',
  look: null,
  reading: null,
  kind: null,
  change: null,
  search: '',
  opened: null,
}));

/** Closes a deleted record if it is open; returns whether it was visible. */
export function closeTrash(kind: Kind, id: string): boolean {
  const { page, opened } = pastView.getState();
  if (opened?.kind !== kind || opened.id !== id) return false;
  pastView.setState({ opened: null });
  return page === 'trash' && viewStore.getState().screen === 'activity';
}
