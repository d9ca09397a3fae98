import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { isTriable } from '#contract/resources/updates.ts';
import type { Lock } from '../../../fields/model/access.ts';
import { useFact } from '../../../state/facts.ts';
import { useShellInfo } from '../../../state/shell.ts';
import { useLockText } from '../../../fields/words.ts';

interface LockedProps {
  /** The reason why the cell is locked; null draws the value alone. */
  readonly lock: Lock;
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field | null;
  readonly children: ReactNode;
}

/** Shows a value that the user just tried to change, with the reason why it is locked. */
export function Locked({ lock, kind, name, field, children }: LockedProps) {
  const { t } = useTranslation();
  const textOfLock = useLockText();
  const mayTry = useShellInfo()?.managed.tryUndocumented === true;
  const fact = useFact(kind, name, 'update');
  if (lock === null) return children;
  const canTry = mayTry && lock !== 'leaving' && fact === undefined;
  const more = canTry && isTriable(resourceOf(kind), name) ? ` ${t('records.try.inPanel')}` : '';
  return (
    <Tooltip
      opened
      label={`${textOfLock(lock, field)}${more}`}
      multiline
      maw={280}
      position="bottom-start"
    >
      <span className="grid-refused cut">{children}</span>
    </Tooltip>
  );
}
