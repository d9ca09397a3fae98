import { Button } from '../../../ui/Button.tsx';
import type { DecisionProps } from './Card.tsx';
import { SameChoice } from './SameChoice.tsx';

interface SideButtonsProps extends DecisionProps {
  readonly busy: boolean;
  readonly onChoose: (side: 'mine' | 'theirs') => void;
  readonly theirs: string;
  readonly mine: string;
  readonly tone?: 'bad';
  readonly mineDisabled?: boolean;
}

/** The two choices of a conflict decided as a whole; neither is preselected. */
export function SideButtons(props: SideButtonsProps) {
  const { operation, all, busy, onChoose, theirs, mine, tone, mineDisabled = false } = props;
  return (
    <>
      <span className="card-left">
        <SameChoice operation={operation} all={all} chosen={null} />
      </span>
      <Button disabled={busy} onClick={() => onChoose('theirs')}>
        {theirs}
      </Button>
      <Button
        {...(tone === undefined ? {} : { tone })}
        disabled={busy || mineDisabled}
        onClick={() => onChoose('mine')}
      >
        {mine}
      </Button>
    </>
  );
}
