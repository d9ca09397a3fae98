import type { Operation } from '#contract/operations.ts';
import { ChangedThereCard } from './ChangedThereCard.tsx';
import type { DecisionProps } from './Card.tsx';
import { FieldsCard } from './FieldsCard.tsx';
import { GoneCard } from './GoneCard.tsx';
import { KeptCard } from './KeptCard.tsx';
import { KeyTakenCard } from './KeyTakenCard.tsx';
import { RefusedCard } from './RefusedCard.tsx';
import { StuckCard } from './StuckCard.tsx';
import { UnknownCard } from './UnknownCard.tsx';

/** Returns the card for an operation that needs a decision, by its state and reason. */
export function DecisionCard(props: DecisionProps) {
  const { operation } = props;
  const { conflict } = operation;
  if (operation.state === 'unknown') return <UnknownCard {...props} />;
  if (conflict !== null) {
    const given = { ...props, conflict };
    switch (conflict.type) {
      case 'fields':
        return <FieldsCard {...given} />;
      case 'gone':
        return <GoneCard {...given} />;
      case 'changed-there':
        return <ChangedThereCard {...given} />;
      case 'key-taken':
        return <KeyTakenCard {...given} />;
      default:
        return null;
    }
  }
  return <Refused {...props} />;
}

function Refused(props: DecisionProps) {
  const code = codeOf(props.operation);
  if (code === 'service-kept') return <KeptCard {...props} />;
  return code === 'refused' ? <RefusedCard {...props} /> : <StuckCard {...props} />;
}

function codeOf({ reason }: Operation) {
  return reason?.code ?? 'refused';
}
