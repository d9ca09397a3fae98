import type { TFunction } from 'i18next';
import { create } from 'zustand';
import { NO_LABELS, readStatusLabels } from '#contract/statusLabels.ts';
import type { Settings } from '#contract/procedures.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { locale } from './locale.ts';

type ProfileStyle = Pick<ValueStyle, 'currency' | 'labels'>;

const store = create<ProfileStyle>(() => ({ currency: '', labels: NO_LABELS }));
let shown = '';

/** The currency and the status labels of the open profile; the same object until they change. */
export function profileStyle(): ProfileStyle {
  return store.getState();
}

/** Reads currency and labels inside a component. */
export function useProfileStyle(): ProfileStyle {
  return store();
}

/** Returns how values are written now, in the current language. */
export function valueStyle(t: TFunction, profile: ProfileStyle = profileStyle()): ValueStyle {
  return { locale: locale(), yes: t('common.yes'), no: t('common.no'), ...profile };
}

/** Takes currency and labels from the settings of the profile. */
export function applyProfileStyle({
  currency,
  statusLabels,
}: Pick<Settings, 'currency' | 'statusLabels'>): void {
  const next = `${currency} ${statusLabels}`;
  if (next === shown) return;
  shown = next;
  store.setState({ currency, labels: readStatusLabels(statusLabels) ?? NO_LABELS });
}
