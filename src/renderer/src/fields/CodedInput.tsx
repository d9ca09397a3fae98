import { useState } from 'react';
import type { ChangeEvent, InputHTMLAttributes } from 'react';
import type { TFunction } from 'i18next';
import type { StatusLabels } from '#contract/statusLabels.ts';

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement & HTMLSelectElement>,
  'id' | 'className' | `aria-${'label' | 'describedby' | 'invalid' | 'required'}`
>;

interface CodedInputProps {
  readonly t: TFunction;
  /** The code as it is sent. */
  readonly text: string;
  /** The code before the user chose another. */
  readonly original: string;
  readonly labels: StatusLabels;
  readonly shared: Attributes & { readonly 'data-path'?: string };
  readonly onText: (text: string) => void;
}

/** The option that switches to a text input. */
const OTHER = '\u2026';

/** Chooses a code by its label; any other code can be typed. */
export function CodedInput({ t, text, original, labels, shared, onText }: CodedInputProps) {
  const [isTyping, setTyping] = useState(false);
  if (isTyping)
    return (
      <input
        {...shared}
        type="text"
        value={text}
        spellCheck={false}
        autoComplete="off"
        // The user has just asked for this input.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => onText(event.target.value)}
        onBlur={() => setTyping(false)}
      />
    );
  // The original stays as an option, so that a choice can be undone.
  const others = [...new Set(['', original, text])].filter((each) => !labels.has(each));
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    if (event.target.value === OTHER) setTyping(true);
    else onText(event.target.value);
  };
  return (
    <select {...shared} value={text} onChange={choose}>
      {others.map((each) => (
        <option key={each} value={each}>
          {each || '—'}
        </option>
      ))}
      {[...labels].map(([code, label]) => (
        <option key={code} value={code}>
          {t('common.coded', { label, code })}
        </option>
      ))}
      <option value={OTHER}>{t('common.otherCode')}</option>
    </select>
  );
}
