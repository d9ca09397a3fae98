import { create } from 'zustand';
import { viewStore } from '../../state/view.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { PullChange } from '#contract/past.ts';
import type { Reading } from './readings.ts';
import type { Since } from '../review/since.ts';

/** The pages of the activity: what was done and sent here, what others did and when it was read, what was deleted. */
export const PAST_PAGES = ['history', 'requests', 'others', 'pulls', 'trash'] as const;
export type PastPage = (typeof PAST_PAGES)[number];

interface PastView {
  readonly page: PastPage;
  readonly since: Since;
  /** The one reading of the service whose changes are shown, in the place of `since`. */
  readonly reading: Reading | null;
  readonly kind: Kind | null;
  readonly change: PullChange['change'] | null;
  readonly search: string;
  /** The deleted record that is open beside its list. */
  readonly opened: { readonly kind: Kind; readonly id: string } | null;
}

export const pastView = create<PastView>(() => ({
  page: 'history',
  since: 'newest',
  reading: null,
  kind: null,
  change: null,
  search: '',
  opened: null,
}));

/** Closes a deleted record where it is the one that is open; tells whether it was in sight. */
export function closeTrash(kind: Kind, id: string): boolean {
  const { page, opened } = pastView.getState();
  if (opened?.kind !== kind || opened.id !== id) return false;
  pastView.setState({ opened: null });
  return page === 'trash' && viewStore.getState().screen === 'activity';
}
