import { LockOpen } from 'lucide-react';
import type { Field } from '#contract/resources/field.ts';
import { isTriable } from '#contract/resources/updates.ts';
import { formatMoment } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useFact } from '../../state/facts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useForm, useFormText } from '../form.ts';
import './trial.css';

interface TryButtonProps {
  readonly name: string;
  readonly field: Field;
}

/** Offers to try a change of a field that the document does not list for updates. */
export function TryButton({ name, field }: TryButtonProps) {
  const t = useFormText();
  const { resource, operations, askToTry } = useForm();
  const isWaiting = operations.some(({ changes }) => changes.some((each) => each.field === name));
  if (askToTry === null || isWaiting || !isTriable(resource, name)) return null;
  return (
    <IconButton
      className="field-try"
      icon={LockOpen}
      label={t('records.try.action', { name: textOf(field.label) })}
      onClick={() => askToTry(name)}
    />
  );
}

/** Tells that the service did not keep a change of the field; else draws nothing. */
export function TryNote({ name }: { readonly name: string }) {
  const t = useFormText();
  const { kind, resource } = useForm();
  const fact = useFact(kind, name, 'update');
  if (!isTriable(resource, name) || fact?.value !== 'not-kept') return null;
  return (
    <p className="field-tried quiet">
      {t('records.try.notKept', { time: formatMoment(fact.at) })}
      {fact.words !== null && ` ${t('records.try.words', { words: fact.words })}`}
    </p>
  );
}
