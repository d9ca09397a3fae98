import { create } from 'zustand';
import type { Kind } from '#contract/resources/resource.ts';
import type { PullChange } from '#contract/past.ts';
import type { Since } from '../review/since.ts';

/** The pages of the activity: what was done here, what others did, what was deleted. */
export const PAST_PAGES = ['history', 'others', 'trash'] as const;
export type PastPage = (typeof PAST_PAGES)[number];

interface PastView {
  readonly page: PastPage;
  readonly since: Since;
  readonly kind: Kind | null;
  readonly change: PullChange['change'] | null;
  readonly search: string;
  /** The deleted record that is open beside its list. */
  readonly opened: { readonly kind: Kind; readonly id: string } | null;
}

export const pastView = create<PastView>(() => ({
  page: 'history',
  since: 'newest',
  kind: null,
  change: null,
  search: '',
  opened: null,
}));
