import { useTranslation } from 'react-i18next';
import type { PartVerdict, DraftFault } from '#contract/productDrafts.ts';
import { plain } from '../../fields/values/plain.ts';
import { changeLines } from '../../fields/values/values.ts';
import { formatDecimal } from '../../i18n/format.ts';
import { useWords } from '../../fields/useWords.ts';
import { useExpected } from '../../ui/errors/useExpected.ts';
import { expectedName, placeName } from '../problems/problemWords.ts';

/** Shows how an existing record differs from the typed values, or the faults of a new one. */
export function PartDetail({ verdict }: { readonly verdict: PartVerdict }) {
  const { t } = useTranslation();
  const { kind, differs, faults, doubts, named, namesake } = verdict;
  const expected = useExpected();
  const reading = { kind, words: useWords(), fileName: () => undefined };
  const lines = differs.flatMap((change) => changeLines(reading, change));
  const isQuiet = lines.length + faults.length + doubts.length === 0;
  if (isQuiet && named && !namesake) return null;
  return (
    <ul className="plan-detail">
      {namesake && <li className="plan-fault">{t('plan.namesake')}</li>}
      {!named && <li className="plan-fault">{t('plan.notNamed')}</li>}
      {lines.length > 0 && <li className="quiet">{t('plan.differs')}</li>}
      {lines.map((line) => (
        <li key={line.id}>
          <span className="quiet">{line.label}: </span>
          <span className="num">{line.before ?? t('plan.blank')}</span>
          <span className="quiet"> · {t('plan.typed')} </span>
          <span className="num">{line.after ?? t('plan.blank')}</span>
        </li>
      ))}
      {doubts.map((doubt) => (
        <li key={doubt.place} className="plan-fault">
          {t('plan.refused', {
            field: placeName(kind, doubt.place, reading.words),
            expected: expected(doubt),
          })}
        </li>
      ))}
      {faults.map((fault) => (
        <FaultLine key={`${fault.code} ${fault.field}`} verdict={verdict} fault={fault} />
      ))}
    </ul>
  );
}

interface FaultLineProps {
  readonly verdict: PartVerdict;
  readonly fault: DraftFault;
}

function FaultLine({ verdict, fault }: FaultLineProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { code, field, value, expected } = fault;
  return (
    <li className="plan-fault">
      {t(`plan.faults.${code}`, {
        field: field === '' ? '' : placeName(verdict.kind, field, words),
        value: value === null ? '' : plain(value),
        expected:
          code === 'two-numbers'
            ? expected.split(' / ').map(formatDecimal).join(' / ')
            : expectedName(t, expected),
      })}
    </li>
  );
}
