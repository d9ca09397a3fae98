import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { ErrorLine } from '../../../ui/ErrorNotice.tsx';
import { useWords } from '../../../fields/useWords.ts';
import { sentenceOf } from '../../problems/problemWords.ts';
import { SeverityIcon } from '../../problems/SeverityIcon.tsx';

interface PlaceProblemsProps {
  readonly kind: Kind;
  readonly id: string;
}

/** Lists the problems of a record, or the error if they cannot be read. */
export function PlaceProblems({ kind, id }: PlaceProblemsProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { data, error } = useProcedure(
    'problems.list',
    { record: { kind, id } },
    { refreshOn: ['problems.changed'], keep: false },
  );
  if (data === undefined) return error !== null && <ErrorLine error={error} role="alert" />;
  if (data.problems.length === 0) return null;
  return (
    <section className="place-problems" aria-label={t('review.problems')}>
      <h3 className="heading">{t('review.problems')}</h3>
      <ul>
        {data.problems.map((problem) => (
          <li key={`${problem.rule} ${problem.field}`}>
            <SeverityIcon severity={problem.severity} />
            <span>{sentenceOf(t, words, problem)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
