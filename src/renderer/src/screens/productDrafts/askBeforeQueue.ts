import i18next from 'i18next';
import { confirm } from '../../state/dialogs.ts';
import type { Verdict } from './usePlan.ts';

/** The number of codes named in the question. */
const NAMED = 5;

/** Asks before a draft with likely mistakes is queued; returns true if there are none. */
export function askBeforeQueue(verdict: Pick<Verdict, 'parts' | 'unknown'>): Promise<boolean> {
  const unknown = codesIn(verdict.unknown.map(({ code }) => code));
  const unused = codesIn(
    verdict.parts.filter(({ named }) => !named).map(({ key, title }) => key ?? title),
  );
  const product = verdict.parts.find(({ namesake }) => namesake);
  const sentences = [
    ...(unknown === null ? [] : [i18next.t('plan.ask.unknown', unknown)]),
    ...(unused === null ? [] : [i18next.t('plan.ask.unused', unused)]),
    ...(product === undefined ? [] : [i18next.t('plan.ask.namesake', { name: product.title })]),
  ];
  if (sentences.length === 0) return Promise.resolve(true);
  return confirm({
    title: i18next.t('plan.ask.title'),
    text: sentences.join(' '),
    action: i18next.t('plan.ask.action'),
  });
}

function codesIn(
  all: readonly string[],
): { readonly count: number; readonly codes: string } | null {
  const codes = [...new Set(all)];
  if (codes.length === 0) return null;
  const more = codes.length - NAMED;
  const named = codes.slice(0, NAMED).join(', ');
  const text = more > 0 ? i18next.t('plan.ask.more', { count: more, codes: named }) : named;
  return { count: codes.length, codes: text };
}
