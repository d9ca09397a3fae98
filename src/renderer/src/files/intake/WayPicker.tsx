import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { defaultAs } from '../model/intake.ts';
import type { Line } from '../model/intake.ts';
import { chooseAs } from '../state/intake.ts';

interface WayPickerProps {
  readonly intake: string;
  readonly line: Line;
  readonly disabled: boolean;
}

/** Picks how a file is added: beside the existing pictures or in place of the first. */
export function WayPicker({ intake, line, disabled }: WayPickerProps) {
  const { t } = useTranslation();
  const { file, target, field, standing } = line;
  if (target === null || field === null || standing === 'out') return <span />;
  const spec = resourceOf(target.kind).fields[field];
  if (spec?.type !== 'files')
    return (
      <span className="intake-way quiet cut">{spec === undefined ? '' : textOf(spec.label)}</span>
    );
  return (
    <NativeSelect
      className="intake-way"
      size="sm"
      disabled={disabled}
      aria-label={t('files.way.label', { name: file.name })}
      value={file.choice?.as ?? defaultAs(target.kind, field)}
      onChange={({ currentTarget: { value } }) =>
        chooseAs(intake, file.id, value === 'replace' ? 'replace' : 'add')
      }
      data={[
        { value: 'add', label: t('files.way.add') },
        { value: 'replace', label: t('files.way.replace') },
      ]}
    />
  );
}
