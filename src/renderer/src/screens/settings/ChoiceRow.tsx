import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/procedures.ts';
import { saveSettings } from '../../state/settings.ts';
import { useShellInfo } from '../../state/shell.ts';
import { setDensity, useView } from '../../state/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';

type Choice =
  'theme' | 'language' | 'autoSend' | 'notifications' | 'sendOnQuit' | 'rememberPassword';

interface ChoiceRowProps<N extends Choice> {
  readonly name: N;
  readonly value: Settings[N];
  readonly options: readonly Settings[N][];
}

/** A setting with a few values, all visible. */
export function ChoiceRow<N extends Choice>({ name, value, options }: ChoiceRowProps<N>) {
  const { t } = useTranslation();
  const { error, fail, clear } = useFailure();
  const decided = useShellInfo()?.managed.settings.includes(name) === true;
  const save = (next: string) => {
    const chosen = options.find((each) => each === next);
    if (chosen === undefined) return;
    clear();
    saveSettings({ [name]: chosen }).catch(fail);
  };
  return (
    <Row label={t(`settings.${name}.label`)} hint={t(`settings.${name}.hint`)}>
      {(label) => (
        <>
          <SegmentedControl
            aria-labelledby={label}
            value={value}
            disabled={decided}
            data={options.map((each) => ({ value: each, label: t(`settings.options.${each}`) }))}
            onChange={save}
          />
          {decided && <p className="quiet">{t('settings.decided')}</p>}
          {error !== null && <ErrorNotice error={error} />}
        </>
      )}
    </Row>
  );
}

/** The row height of lists; it is stored in this window only. */
export function DensityRow() {
  const { t } = useTranslation();
  const density = useView((view) => view.density);
  return (
    <Row label={t('settings.density.label')} hint={t('settings.density.hint')}>
      {(label) => (
        <SegmentedControl
          aria-labelledby={label}
          value={density}
          data={[
            { value: 'normal', label: t('settings.options.normal') },
            { value: 'compact', label: t('settings.options.compact') },
          ]}
          onChange={(next) => setDensity(next === 'compact' ? 'compact' : 'normal')}
        />
      )}
    </Row>
  );
}

interface RowProps {
  readonly label: string;
  readonly hint: string;
  readonly children: (labelId: string) => ReactNode;
}

/** A setting with its label and hint; `children` draw its control. */
export function Row({ label, hint, children }: RowProps) {
  const id = useId();
  return (
    <div className="settings-row">
      <div className="settings-label">
        <b id={id}>{label}</b>
        <span>{hint}</span>
      </div>
      <div>{children(id)}</div>
    </div>
  );
}
