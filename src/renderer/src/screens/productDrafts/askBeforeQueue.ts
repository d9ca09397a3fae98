import i18next from 'i18next';
import type { PartVerdict, DraftPart } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { at } from '../../fields/model/fieldText.ts';
import { plain } from '../../fields/values/plain.ts';
import { formatDecimal } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { confirm } from '../../state/dialogs.ts';
import { placeName } from '../problems/problemWords.ts';
import { amountsBelowZero } from '../records/panel/useDoubts.ts';
import type { Verdict } from './useProductDraft.ts';

/** The number of codes named in the question. */
const NAMED = 5;

/** Asks before a draft with likely mistakes is queued; returns true if there are none. */
export function askBeforeQueue(
  verdict: Pick<Verdict, 'parts' | 'unknown'>,
  parts: readonly DraftPart[],
): Promise<boolean> {
  const unknown = listed(verdict.unknown.map(({ code }) => code));
  const unused = listed(
    verdict.parts.filter(({ named }) => !named).map(({ key, title }) => key ?? title),
  );
  const below = listed(verdict.parts.flatMap((made) => belowZeroIn(made, parts)));
  const refused = listed(verdict.parts.flatMap(refusedIn));
  const product = verdict.parts.find(({ namesake }) => namesake);
  const sentences = [
    ...(unknown === null ? [] : [i18next.t('plan.ask.unknown', unknown)]),
    ...(unused === null ? [] : [i18next.t('plan.ask.unused', unused)]),
    ...(below === null
      ? []
      : [i18next.t('plan.ask.below', { count: below.count, fields: below.codes })]),
    ...(refused === null
      ? []
      : [i18next.t('plan.ask.refused', { count: refused.count, fields: refused.codes })]),
    ...(product === undefined ? [] : [i18next.t('plan.ask.namesake', { name: product.title })]),
  ];
  if (sentences.length === 0) return Promise.resolve(true);
  return confirm({
    title: i18next.t('plan.ask.title'),
    text: sentences.join(' '),
    action: i18next.t('plan.ask.action'),
  });
}

/** The amounts below zero of a part that the plan creates, as `H-1: Price -5`. */
function belowZeroIn({ part, kind, state, key, title }: PartVerdict, parts: readonly DraftPart[]) {
  const values = parts.find((each) => each.part === part)?.values;
  if (state !== 'create' || values === undefined) return [];
  return amountsBelowZero(resourceOf(kind), { values }).map((path) => {
    const amount = formatDecimal(plain(at(values, path) ?? ''));
    return `${key ?? title}: ${placeName(kind, path, { label: textOf })} ${amount}`;
  });
}

/** The values of a part that the server rejected in another record, as `H-1: Status`. */
function refusedIn({ kind, key, title, doubts }: PartVerdict) {
  return doubts.map(({ place }) => `${key ?? title}: ${placeName(kind, place, { label: textOf })}`);
}

function listed(all: readonly string[]): { readonly count: number; readonly codes: string } | null {
  const codes = [...new Set(all)];
  if (codes.length === 0) return null;
  const more = codes.length - NAMED;
  const named = codes.slice(0, NAMED).join(', ');
  const text = more > 0 ? i18next.t('plan.ask.more', { count: more, codes: named }) : named;
  return { count: codes.length, codes: text };
}
