import type { Operation, Reason } from '#contract/operations.ts';
import type { TextKey } from '../../../i18n/i18n.ts';

/** The text key of every reason code of the contract; a code without a text fails to compile. */
export const REASON_TEXTS = {
  'held-by-person': 'outbox.reasons.held-by-person',
  'waits-for': 'outbox.reasons.waits-for',
  'retry-later': 'outbox.reasons.retry-later',
  'no-answer': 'outbox.reasons.no-answer',
  refused: 'outbox.reasons.refused',
  'service-kept': 'outbox.reasons.service-kept',
  'not-kept': 'outbox.reasons.not-kept',
  'field-clash': 'outbox.reasons.field-clash',
  gone: 'outbox.reasons.gone',
  'changed-there': 'outbox.reasons.changed-there',
  'key-taken': 'outbox.reasons.key-taken',
  exists: 'outbox.reasons.exists',
  twin: 'outbox.reasons.twin',
  'gave-up': 'outbox.reasons.gave-up',
  'file-damaged': 'outbox.reasons.file-damaged',
  'record-damaged': 'outbox.reasons.record-damaged',
  restored: 'outbox.reasons.restored',
  settled: 'outbox.reasons.settled',
  'nothing-to-send': 'outbox.reasons.nothing-to-send',
} as const satisfies Readonly<Record<Reason['code'], TextKey>>;

type Why = NonNullable<Reason['details']>['why'];
/** Reasons after which the service has certainly not applied the operation. */
const NEVER_APPLIED: ReadonlySet<Why> = new Set(['unanswered', 'trial-forbidden']);

/** Returns whether Cabinet could not find out if the service applied the operation. */
export function isUncertain({ reason }: Pick<Operation, 'reason'>): boolean {
  const why = reason?.details?.why;
  return reason?.code === 'gave-up' && why !== undefined && !NEVER_APPLIED.has(why);
}
