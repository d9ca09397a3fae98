import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from '#contract/resources/field.ts';
import type { Lock } from '../../../fields/model/access.ts';
import { useLockText } from '../../../fields/words.ts';

interface LockedProps {
  /** The reason why the cell is locked; null draws the value alone. */
  readonly lock: Lock;
  readonly field: Field | null;
  readonly children: ReactNode;
}

/** Shows a value that the user just tried to change, with the reason why it is locked. */
export function Locked({ lock, field, children }: LockedProps) {
  const textOfLock = useLockText();
  if (lock === null) return children;
  return (
    <Tooltip opened label={textOfLock(lock, field)} multiline maw={280} position="bottom-start">
      <span className="grid-refused cut">{children}</span>
    </Tooltip>
  );
}
