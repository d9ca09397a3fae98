import { TextInput } from '@mantine/core';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellInfo } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import type { CheckedSetting, Fault, NumberSetting } from './checkSetting.ts';
import { useTyped } from './useTyped.ts';

interface TextRowProps<T> {
  readonly name:
    NumberSetting | 'assetBaseUrl' | 'currency' | 'statusLabels' | 'proxy' | 'proxyUser';
  /** The stored value as text. */
  readonly kept: string;
  readonly example: string;
  readonly unit?: string;
  readonly wide?: boolean;
  /** The keyboard of a touch screen; numbers by default. */
  readonly input?: 'url' | 'text';
  readonly check: (text: string) => CheckedSetting<T>;
}

/** A typed setting: checked at each key, saved on Enter or blur; Escape restores it. */
export function TextRow<T>({ name, kept, example, unit, wide, input, check }: TextRowProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  const row = useTyped(name, kept, check);
  const fault = row.fault;
  const decided = useShellInfo()?.managed.settings.includes(name) === true;
  return (
    <div className="settings-row">
      <label htmlFor={id}>
        <b>{t(`settings.${name}.label`)}</b>
        <span id={`${id}-hint`}>{t(`settings.${name}.hint`)}</span>
      </label>
      <div className={wide === true ? 'settings-wide' : 'settings-number num'}>
        <TextInput
          id={id}
          value={row.text}
          readOnly={decided}
          description={decided ? t('settings.decided') : undefined}
          placeholder={input === undefined ? undefined : example}
          inputMode={input ?? 'numeric'}
          aria-describedby={`${id}-hint`}
          rightSectionWidth={40}
          rightSection={<Saved is={row.saved}>{unit}</Saved>}
          error={fault === null ? undefined : <FaultText fault={fault} example={example} />}
          onChange={(event) => row.setTyped(event.currentTarget.value)}
          onBlur={() => void row.keep()}
          onKeyDown={row.onKey}
        />
        {fault?.is === 'unencrypted' && (
          <Button onClick={() => void row.accept()}>{t('settings.useUnencrypted')}</Button>
        )}
        {row.error !== null && <ErrorNotice error={row.error} />}
      </div>
    </div>
  );
}

interface SavedProps {
  readonly is: boolean;
  /** Shown while the saved mark is hidden. */
  readonly children: ReactNode;
}

// The live region exists before its text: screen readers ignore a region added with its text.
function Saved({ is, children }: SavedProps) {
  const { t } = useTranslation();
  return (
    <>
      <output className="settings-saved">
        {is && <Check size={14} aria-hidden />}
        <span className="unseen">{is && t('settings.saved')}</span>
      </output>
      {!is && children}
    </>
  );
}

function FaultText({ fault, example }: { readonly fault: Fault; readonly example: string }) {
  const { t } = useTranslation();
  if (fault.is === 'whole') return t('settings.faults.whole', { example });
  if (fault.is === 'between')
    return t('settings.faults.between', { min: fault.min, max: fault.max });
  return t(`settings.faults.${fault.is}`);
}
