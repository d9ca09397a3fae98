import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Input } from '#contract/procedures.ts';
import type { ServiceFact } from '#contract/serviceFacts.ts';
import { call } from '../../state/core.ts';
import { KIND_ORDER } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../../ui/useAct.ts';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { factName, factText } from './rows.ts';

interface CorrectDialogProps {
  readonly fact: ServiceFact;
  readonly onClose: () => void;
}

type Correction = Input<'serviceFacts.correct'>;

/** Asks a person for the right value of a fact. */
export function CorrectDialog({ fact, onClose }: CorrectDialogProps) {
  const { t } = useTranslation();
  const [given, setGiven] = useState<Correction>(() => correctionOf(fact));
  const { busy, error, run } = useAct();
  const isUppermost = useScreenDialog();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => call('serviceFacts.correct', given))) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={isUppermost}
      closeOnClickOutside={false}
      title={t('knowledge.correctTitle', { name: factName(t, fact) })}
      size={460}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className="knowledge-dialog" onSubmit={(event) => void submit(event)}>
        <p className="quiet">{t('knowledge.correctText')}</p>
        {given.fact === 'restricted' ? (
          <label>
            {t('knowledge.values')}
            <textarea
              rows={5}
              data-autofocus
              defaultValue={(given.value ?? []).join('\n')}
              onChange={(event) => setGiven({ ...given, value: valuesOf(event.target.value) })}
            />
            <span className="quiet">{t('knowledge.valuesHint')}</span>
          </label>
        ) : (
          choicesOf(given).map((choice, index) => (
            <label key={String(choice.value)} className="knowledge-choice">
              <input
                type="radio"
                name="value"
                data-autofocus={index === 0 || undefined}
                checked={choice.value === given.value}
                onChange={() => setGiven(choice)}
              />
              {factText(t, { ...fact, ...choice })}
            </label>
          ))
        )}
        {error !== null && <ErrorNotice error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('common.actions.cancel')}</Button>
          <Button tone="go" type="submit" busy={busy}>
            {t('knowledge.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function correctionOf(fact: ServiceFact): Correction {
  const {
    source: _source,
    words: _words,
    request: _request,
    record: _record,
    at: _at,
    ...given
  } = fact;
  return given;
}

function choicesOf(given: Exclude<Correction, { fact: 'restricted' }>) {
  if (given.fact === 'required') return [true, false].map((value) => ({ ...given, value }));
  if (given.fact === 'reference') return KIND_ORDER.map((value) => ({ ...given, value }));
  if (given.fact === 'upload')
    return (['accepted', 'refused'] as const).map((value) => ({ ...given, value }));
  return (['kept', 'not-kept'] as const).map((value) => ({ ...given, value }));
}

function valuesOf(text: string): string[] | null {
  const values = text.split('\n').map((line) => line.trim());
  const filled = values.filter((value) => value !== '');
  return filled.length === 0 ? null : filled;
}
