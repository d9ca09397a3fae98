import { SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Background } from '#contract/shell.ts';
import { readBackground, setBackground } from '../../state/shell.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { Row } from './ChoiceRow.tsx';

/** The start with the computer and the work without a window; only an installed desktop has them. */
export function BackgroundRows() {
  const [settings, setSettings] = useState<Background | null>(null);
  const { error, fail, clear } = useFailure();
  useEffect(() => {
    let isShown = true;
    const take = (next: Background | null) => {
      if (isShown) setSettings(next);
    };
    readBackground().then(take, fail);
    return () => {
      isShown = false;
    };
  }, [fail]);
  if (settings === null) return error === null ? null : <ErrorNotice error={error} />;
  const change = (next: Partial<Background>) => {
    clear();
    setBackground(next).then(setSettings, fail);
  };
  return (
    <>
      <SwitchRow
        name="keepRunning"
        isOn={settings.keepRunning}
        onChange={(keepRunning) => change({ keepRunning })}
      />
      <SwitchRow
        name="startWithComputer"
        isOn={settings.startWithComputer}
        onChange={(startWithComputer) => change({ startWithComputer })}
      />
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

interface SwitchRowProps {
  readonly name: keyof Background;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function SwitchRow({ name, isOn, onChange }: SwitchRowProps) {
  const { t } = useTranslation();
  return (
    <Row label={t(`settings.${name}.label`)} hint={t(`settings.${name}.hint`)}>
      {(label) => (
        <SegmentedControl
          aria-labelledby={label}
          value={isOn ? 'on' : 'off'}
          data={[
            { value: 'off', label: t('settings.options.off') },
            { value: 'on', label: t('settings.options.on') },
          ]}
          onChange={(next) => onChange(next === 'on')}
        />
      )}
    </Row>
  );
}
