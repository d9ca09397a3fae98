import { isNumeric } from '#contract/numbers.ts';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalExample } from '../../../i18n/format.ts';
import type { Texts } from '../../../state/typedTexts.ts';
import { pressed } from '../../../state/shortcuts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { hasLines, withEnds } from '../../../ui/lineBreaks.ts';
import { fits } from '../model/mend.ts';
import type { MendInput } from '../model/mend.ts';
import type { Operation } from '#contract/operations.ts';
import { mendLabel } from './mendLabel.ts';
import './mend.css';

interface MendFormProps {
  readonly operation: Operation;
  readonly inputs: readonly MendInput[];
  readonly typed: Texts;
  readonly onType: (id: string, text: string) => void;
  readonly onSend: () => void;
}

/** Shows the sent values as inputs; Enter sends the corrected values. */
export function MendForm({ operation, inputs, typed, onType, onSend }: MendFormProps) {
  const { t } = useTranslation();
  return (
    // Keys typed in the inputs come up to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      onKeyDown={(event) => onMendKey(event, onSend)}
    >
      <h3 className="heading">{t('outbox.refused.edit')}</h3>
      <div className="mend">
        {inputs.map((input) => (
          <MendRow key={input.id} {...{ operation, input, typed, onType }} />
        ))}
      </div>
      <input type="submit" hidden />
    </form>
  );
}

/** Sends the corrected values on Ctrl+Enter, once while the key is held down. */
export function onMendKey(event: KeyboardEvent, onSend: () => void): void {
  if (!pressed(event, 'Ctrl+Enter')) return;
  event.preventDefault();
  if (!event.repeat) onSend();
}

interface RowProps extends Pick<MendFormProps, 'operation' | 'typed' | 'onType'> {
  readonly input: MendInput;
}

function MendRow({ input, operation, typed, onType }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const text = typed[input.id] ?? input.sent;
  const right = fits(input, text);
  const changed = text !== input.sent;
  const label = mendLabel(operation, input);
  const type = (next: string) => onType(input.id, withEnds(next, input.sent));
  return (
    <div className="mend-row">
      <label htmlFor={id}>{label}</label>
      <div className="mend-field" data-changed={changed} data-wrong={!right}>
        <Control {...{ id, input, text, right }} onType={type} />
        {!right && (
          <span className="mend-hint" id={`${id}-hint`}>
            {t(`outbox.refused.expected.${hintOf(input)}`, { example: decimalExample() })}
          </span>
        )}
        {changed && (
          <IconButton
            icon={Undo2}
            label={t('outbox.refused.back', { field: label })}
            onClick={() => onType(input.id, input.sent)}
          />
        )}
      </div>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly input: MendInput;
  readonly text: string;
  readonly right: boolean;
  readonly onType: (text: string) => void;
}

function Control({ id, input, text, right, onType }: ControlProps) {
  const { t } = useTranslation();
  const { type } = input.spec;
  const given = {
    id,
    value: text,
    'aria-invalid': !right,
    'aria-describedby': right ? undefined : `${id}-hint`,
  };
  if (type === 'flag')
    return (
      <select {...given} onChange={(event) => onType(event.target.value)}>
        <option value="true">{t('common.yes')}</option>
        <option value="false">{t('common.no')}</option>
      </select>
    );
  if (type === 'longText' || (type === 'text' && hasLines(input.sent)))
    return <textarea {...given} rows={3} onChange={(event) => onType(event.target.value)} />;
  const numeric = isNumeric({ type });
  return (
    <input
      {...given}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={numeric ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={type === 'text'}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

function hintOf({ spec }: MendInput) {
  if (spec.create === 'required' && spec.type === 'text') return 'required';
  const { type } = spec;
  switch (type) {
    case 'text':
    case 'longText':
    case 'decimal':
    case 'number':
    case 'date':
    case 'color':
    case 'flag':
      return type;
    case 'group':
    case 'list':
    case 'object':
    case 'file':
    case 'files':
      return 'text';
    default:
      return 'text';
  }
}
