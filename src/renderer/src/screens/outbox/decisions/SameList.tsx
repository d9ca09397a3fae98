import { useTranslation } from 'react-i18next';
import type { Conflict, Operation } from '#contract/operations.ts';
import { VirtualLines } from '../list/VirtualLines.tsx';
import { revealInvisible } from '../../../fields/values/revealInvisible.ts';
import type { AtStake, ConflictItem } from '../model/stakes.ts';
import { labelOf } from '../../../fields/values/values.ts';
import { Nothing } from '../../../fields/ChangeTable.tsx';
import { useWords } from '../../../fields/useWords.ts';
import { useValueText } from './CompareTable.tsx';
import './same.css';

interface SameListProps {
  readonly type: Conflict['type'];
  readonly stakes: readonly ConflictItem[];
  readonly unticked: ReadonlySet<string>;
  readonly onTick: (id: string) => void;
}

/** Lists the conflicts of the dialog with both values; there may be thousands. */
export function SameList({ type, stakes, unticked, onTick }: SameListProps) {
  const { t } = useTranslation();
  const height = stakes.slice(0, SHOWN).reduce((sum, stake) => sum + heightOf(stake), BORDER);
  return (
    <div className="same-list">
      {/* Hidden from screen readers: each value names its side in hidden text. */}
      <div className="same-line same-heads heading" aria-hidden="true">
        <span />
        <span>{t('outbox.activity.record')}</span>
        <span className="same-value">
          <span>{t('outbox.conflict.field')}</span>
          {type !== 'changed-there' && <span>{t('outbox.conflict.mine')}</span>}
          {type !== 'gone' && <span>{t('outbox.conflict.theirs')}</span>}
        </span>
      </div>
      <div className="same-lines" style={{ height }}>
        <VirtualLines
          rows={stakes}
          label={t('outbox.same.title')}
          top={0}
          bottom={0}
          estimate={heightOf}
          active={-1}
          render={(stake) => (
            <Line
              stake={stake}
              ticked={!unticked.has(stake.key)}
              onTick={() => onTick(stake.key)}
            />
          )}
        />
      </div>
    </div>
  );
}

/** The largest number of conflicts in view at once. */
const SHOWN = 8;
const BORDER = 1;

function heightOf({ fields, kept, isVain }: ConflictItem): number {
  const lines = fields.length + kept.length + (isVain ? 1 : 0);
  return 9 + Math.max(2, lines) * 18;
}

interface LineProps {
  readonly stake: ConflictItem;
  readonly ticked: boolean;
  readonly onTick: () => void;
}

function Line({ stake, ticked, onTick }: LineProps) {
  const { t } = useTranslation();
  const { operation, fields, kept, isVain } = stake;
  const words = useWords();
  return (
    <label className="same-line">
      <input type="checkbox" checked={ticked} onChange={onTick} />
      <span className="same-record">
        <b className="cut">{operation.title}</b>
        <code className="mono quiet cut">{operation.key}</code>
      </span>
      <span className="same-values">
        {fields.map((each) => (
          <Values key={each.field} operation={operation} each={each} />
        ))}
        {isVain && <span className="cut quiet">{t('outbox.same.vain')}</span>}
        {kept.map((field) => (
          <span key={field} className="same-value quiet">
            <span className="cut">{labelOf(operation.kind, field, words)}</span>
            <span className="cut same-kept">{t('outbox.same.kept')}</span>
          </span>
        ))}
      </span>
    </label>
  );
}

function Values({ operation, each }: { readonly operation: Operation; readonly each: AtStake }) {
  const { t } = useTranslation();
  const text = useValueText(operation, each.field);
  const [mine, theirs] = revealInvisible(text(each.mine ?? null), text(each.theirs ?? null));
  return (
    <span className="same-value">
      <span className="cut quiet">{labelOf(operation.kind, each.field, useWords())}</span>
      {each.mine !== undefined && <Side of={t('outbox.conflict.mine')} value={mine} />}
      {each.theirs !== undefined && <Side of={t('outbox.conflict.theirs')} value={theirs} />}
    </span>
  );
}

function Side({ of, value }: { readonly of: string; readonly value: string | null }) {
  return (
    <span className="cut num">
      <span className="unseen">{of} </span>
      {value ?? <Nothing />}
    </span>
  );
}
