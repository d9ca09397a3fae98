import { useTranslation } from 'react-i18next';
import type { Json } from '#contract/json.ts';
import type { Conflict, Operation } from '#contract/operations.ts';
import { formatTime } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { revealInvisible } from '../../../fields/values/revealInvisible.ts';
import { resultOf } from '../model/conflict.ts';
import type { Choices, Compared, Side } from '../model/conflict.ts';
import { fieldOf, labelOf, readingOf, valueText } from '../../../fields/values/values.ts';
import { Nothing } from '../../../fields/ChangeTable.tsx';
import { useWords, whenText } from '../../../fields/useWords.ts';
import './compare.css';

interface CompareTableProps {
  readonly operation: Operation;
  readonly conflict: Conflict;
  readonly lines: readonly Compared[];
  readonly choices: Choices;
  readonly onChoose: (chosen: Choices) => void;
}

/**
 * Compares each field: base, local value, service value and result; the user chooses for
 * conflicting fields.
 */
export function CompareTable(props: CompareTableProps) {
  const { t } = useTranslation();
  const { operation, conflict, lines, onChoose } = props;
  const clashing = lines.filter(({ standing }) => standing === 'clash');
  const all = (side: Side) => Object.fromEntries(clashing.map(({ field }) => [field, side]));
  const mineTime = whenText(t, operation.createdAt);
  return (
    <div className="compare-box scroll">
      <table className="compare">
        <thead>
          <tr>
            <th scope="col">{t('outbox.conflict.field')}</th>
            <th scope="col">{t('outbox.conflict.before')}</th>
            <th scope="col">
              {t('outbox.conflict.mine')}
              <small>{t('outbox.conflict.mineWhere', { time: mineTime })}</small>
            </th>
            <th scope="col">
              {t('outbox.conflict.theirs')}
              <small>
                {t('outbox.conflict.theirsWhere', { time: formatTime(conflict.readAt) })}
              </small>
            </th>
            <th scope="col">{t('outbox.conflict.result')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.field} line={line} {...props} />
          ))}
        </tbody>
        {clashing.length > 1 && (
          <tfoot>
            <tr>
              <td colSpan={2} className="compare-all">
                {t('outbox.conflict.forAll')}
              </td>
              <td>
                <Button tone="quiet" onClick={() => onChoose(all('mine'))}>
                  {t('outbox.conflict.takeMine')}
                </Button>
              </td>
              <td colSpan={2}>
                <Button tone="quiet" onClick={() => onChoose(all('theirs'))}>
                  {t('outbox.conflict.takeTheirs')}
                </Button>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

type LineProps = CompareTableProps & { readonly line: Compared };

function Line(props: LineProps) {
  const { line, operation, choices } = props;
  const words = useWords();
  const label = labelOf(operation.kind, line.field, words);
  const text = useValueText(operation, line.field);
  const result = resultOf(line, choices);
  const [mine, theirs] = revealInvisible(text(line.mine), text(line.theirs));
  if (line.standing !== 'clash') return <Merged {...props} label={label} text={text} />;
  return (
    <tr className="compare-clash">
      <th scope="row">{label}</th>
      <td className="compare-before num">{text(line.before) ?? <Nothing />}</td>
      <td>
        <Option {...props} side="mine" label={label} value={mine} />
      </td>
      <td>
        <Option {...props} side="theirs" label={label} value={theirs} />
      </td>
      <td className="compare-result num">
        {result === undefined ? <Choose /> : <b>{text(result) ?? <Nothing />}</b>}
      </td>
    </tr>
  );
}

function Choose() {
  const { t } = useTranslation();
  return <span className="compare-choose">{t('outbox.conflict.choose')}</span>;
}

interface MergedProps extends LineProps {
  readonly label: string;
  readonly text: (value: Json | null) => string | null;
}

function Merged({ line, label, text }: MergedProps) {
  const { t } = useTranslation();
  const { standing, before, mine, theirs } = line;
  const said = {
    clash: '',
    'only-mine': t('outbox.conflict.onlyMine'),
    'only-theirs': t('outbox.conflict.onlyTheirs'),
    same: t('outbox.conflict.same'),
  }[standing];
  const kept = standing === 'only-mine' ? mine : theirs;
  return (
    <tr className="compare-merged">
      <th scope="row">{label}</th>
      <td className="compare-before num">{text(before) ?? <Nothing />}</td>
      <td colSpan={2}>{said}</td>
      <td className="num">{text(kept) ?? <Nothing />}</td>
    </tr>
  );
}

interface OptionProps extends LineProps {
  readonly side: Side;
  readonly label: string;
  readonly value: string | null;
}

function Option({ line, operation, choices, onChoose, side, label, value }: OptionProps) {
  const { t } = useTranslation();
  const key = side === 'mine' ? 'outbox.conflict.optionMine' : 'outbox.conflict.optionTheirs';
  return (
    <label className="compare-option">
      <input
        type="radio"
        name={`${operation.id}.${line.field}`}
        checked={choices[line.field] === side}
        aria-label={t(key, { field: label, value: value ?? t('outbox.nothing') })}
        onChange={() => onChoose({ [line.field]: side })}
      />
      <span className="num">{value ?? <Nothing />}</span>
    </label>
  );
}

/** Returns a function that formats values of one field of an operation. */
export function useValueText(
  operation: Operation,
  field: string,
): (value: Json | null) => string | null {
  const reading = readingOf(operation, useWords());
  const spec = fieldOf(operation.kind, field);
  return (value) => valueText(reading, spec, value);
}
