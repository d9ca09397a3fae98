import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Settings } from '#contract/procedures.ts';
import { isComposing } from '../../ui/keys/composing.ts';
import { saveSettings } from '../../state/settings.ts';
import { tellError } from '../../ui/tellError.ts';
import { useLeaving } from '../../ui/useLeaving.ts';
import type { CheckedSetting } from './checkSetting.ts';

/** Edits a setting until it is saved. */
export function useTyped<T>(
  name: string,
  kept: string,
  check: (text: string) => CheckedSetting<T>,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    if (!saved) return undefined;
    const timer = setTimeout(() => setSaved(false), 2_000);
    return () => clearTimeout(timer);
  }, [saved]);
  const text = typed ?? kept;
  const checked = check(text);
  // While another value is being saved, typing the stored value again is a new change.
  const isKept = typed === kept && !saving;
  const unkept = typed === null || isKept || 'fault' in checked ? null : { [name]: checked.value };
  // Text equal to the stored value is dropped; it would otherwise overwrite a change from another
  // window.
  const type = (next: string) => {
    const isBack = next === kept && !saving;
    setTyped(isBack ? null : next);
    if (isBack) setError(null);
  };
  const fault = typed !== null && 'fault' in checked ? checked.fault : null;
  const save = async (values: Partial<Settings>, unencrypted?: boolean) => {
    setError(null);
    setSaving(true);
    try {
      await saveSettings(values, unencrypted);
      // Text typed during the save is another value and must still be saved.
      setTyped((now) => (now === typed ? null : now));
      setSaved(true);
    } catch (thrown) {
      setError(asAppError(thrown));
    } finally {
      setSaving(false);
    }
  };
  const keep = async () => {
    if (isKept) setTyped(null);
    if (unkept !== null) await save(unkept);
  };
  /** Saves an unencrypted address that the user accepted. */
  const accept = async () => {
    if (fault?.is === 'unencrypted') await save({ [name]: fault.value }, true);
  };
  useLeaving(() => {
    if (unkept !== null) saveSettings(unkept).catch(tellError);
  });
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') void keep();
    if (event.key !== 'Escape') return;
    setTyped(null);
    setError(null);
  };
  return { text, setTyped: type, fault, saved, error, keep, accept, onKey };
}
