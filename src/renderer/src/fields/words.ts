import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { decimalExample, formatDate } from '../i18n/format.ts';
import { textOf } from '../i18n/i18n.ts';
import { expectedText } from '../ui/errors/expectedText.ts';
import type { Lock } from './model/access.ts';
import type { Fault } from './model/readTypedValue.ts';

/** Returns a function that gives the sentence for a fault. */
export function useFaultText(): (fault: Fault) => string {
  const { t } = useTranslation();
  return useCallback((fault: Fault) => faultText(t, fault), [t]);
}

/** Returns the sentence for a fault, in the given language. */
export function faultText(t: TFunction, fault: Fault): string {
  if (fault.type === 'other') return fault.text;
  if (fault.type === 'limit') return t('records.expects', { expected: expectedText(t, fault.of) });
  if (fault.type === 'taken') return t('records.codeTaken', { name: fault.title });
  if (fault.type === 'below') return t('records.belowZero');
  if (fault.type === 'refused') return refusedText(t, fault);
  if (fault.type === 'two') return t('records.twoNumbers', { one: fault.one, other: fault.other });
  if (fault.type === 'inexact') return t('structure.inexact', { number: fault.number });
  if (fault.type === 'sheet') return t(`records.sheetFault.${fault.of}`);
  const expected = t(`records.expected.${fault.of}`, { example: decimalExample() });
  if (fault.type === 'required') return t('records.required');
  if (fault.type === 'json') return t('records.jsonFault', { ...fault.place, expected });
  return t('records.expects', { expected });
}

function refusedText(t: TFunction, fault: Extract<Fault, { type: 'refused' }>): string {
  const { fact, at, words, list } = fault;
  const date = formatDate(at);
  return t(`records.refusedBefore.${fact}`, { date, words, list: list.join(', ') });
}

/** Returns a function that gives the reason for a lock, with the descriptor's note. */
export function useLockText(): (lock: Exclude<Lock, null>, field: Field | null) => string {
  const { t } = useTranslation();
  return useCallback(
    (lock: Exclude<Lock, null>, field: Field | null) => lockText(t, lock, field),
    [t],
  );
}

/** Returns the reason for a lock, in the given language. */
export function lockText(t: TFunction, lock: Exclude<Lock, null>, field: Field | null): string {
  const note = field?.note === undefined ? '' : ` ${textOf(field.note)}`;
  if (lock === 'leaving') return t('records.locks.leaving');
  if (lock === 'byService' && note !== '') return note.trim();
  // The section of the document that the lock is based on.
  const place = /doc §[\d.]+/.exec(field?.gap ?? '')?.[0];
  const basis = place === undefined ? '' : ` (${place})`;
  return `${t(`records.locks.${lock}`)}${note}${basis}`;
}
