import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reason, ReasonDetails } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { revealInvisible } from '../../fields/values/revealInvisible.ts';
import { fieldOf, labelOf, valueText } from '../../fields/values/values.ts';
import type { Wording } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';

/** Returns the details of a reason as text; null if there are none. */
export type ReasonTeller = (kind: Kind, reason: Reason) => string | null;

/**
 * Returns a teller in the current language, built from code and parts, never from the stored
 * sentence.
 */
export function useReasonText(): ReasonTeller {
  const { t } = useTranslation();
  const words = useWords();
  return useMemo(() => (kind, reason) => detailText(t, words, kind, reason), [t, words]);
}

/** Returns the details of a reason as text, in the given language. */
export function detailText(
  t: TFunction,
  words: Wording,
  kind: Kind,
  { code, details }: Reason,
): string | null {
  if (details === undefined) return null;
  const parts = [
    ownText(t, words, kind, code, details),
    whyText(t, details),
    details.noWords === undefined ? null : t(`outbox.noWords.${details.noWords}`),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

function ownText(
  t: TFunction,
  words: Wording,
  kind: Kind,
  code: Reason['code'],
  details: ReasonDetails,
): string | null {
  const { name = '', action, state, fields = [], kept = [], ids = [] } = details;
  switch (code) {
    case 'waits-for':
      if (action === undefined || state === undefined) return null;
      return t('outbox.about.waits-for', {
        subject: t(`outbox.actionNamed.${action}`, { name }),
        state: t(`common.states.${state}`).toLowerCase(),
      });
    case 'field-clash':
    case 'gone':
    case 'changed-there':
      if (fields.length === 0) return null;
      return t('outbox.about.fields', {
        fields: fields.map((field) => labelOf(kind, field, words)).join(', '),
      });
    case 'refused':
    case 'file-damaged':
      return name === '' ? null : t('outbox.about.file', { name });
    case 'exists':
    case 'key-taken':
      return name === '' ? null : t('outbox.about.record', { name });
    case 'twin':
      return ids.length === 0 ? null : t('outbox.about.ids', { ids: ids.join(', ') });
    case 'service-kept':
    case 'not-kept':
      return kept.length === 0
        ? null
        : kept.map((each) => keptText(t, words, kind, each)).join(' ');
    case 'gave-up':
    case 'held-by-person':
    case 'no-answer':
    case 'nothing-to-send':
    case 'record-damaged':
    case 'restored':
    case 'retry-later':
    case 'settled':
      return null;
    default:
      return null;
  }
}

function whyText(
  t: TFunction,
  { why, name = '', id = '', count = 0 }: ReasonDetails,
): string | null {
  return why === undefined ? null : t(`outbox.why.${why}`, { name, id, count });
}

/** Returns a sentence about one value that the service holds instead of the sent one. */
export function keptText(
  t: TFunction,
  words: Wording,
  kind: Kind,
  each: NonNullable<ReasonDetails['kept']>[number],
): string {
  const reading = { kind, words, fileName: () => undefined };
  const field = fieldOf(kind, each.field);
  const [sent, kept] = revealInvisible(
    valueText(reading, field, each.sent),
    valueText(reading, field, each.kept),
  );
  const given = { field: labelOf(kind, each.field, words), sent: sent ?? t('outbox.nothing') };
  return kept === null
    ? t('outbox.kept.lineNothing', given)
    : t('outbox.kept.line', { ...given, kept });
}
