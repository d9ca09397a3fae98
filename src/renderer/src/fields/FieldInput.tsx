import { isNumeric } from '#contract/numbers.ts';
import { useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Field } from '#contract/resources/field.ts';
import { statusLabel } from '#contract/statusLabels.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { Button } from '../ui/Button.tsx';
import { CodedInput } from './CodedInput.tsx';
import { useFormText } from './form.ts';
import { KnownInput } from './KnownInput.tsx';
import type { KnownField } from './KnownInput.tsx';
import { prettyJson, readJson } from './model/jsonText.ts';

export interface FieldInputProps {
  readonly field: Field;
  readonly path: string;
  readonly text: string;
  /** The text shown before the user types. */
  readonly original: string;
  /** True if the text has line breaks, which a single-line input would drop. */
  readonly inLines: boolean;
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly id: string;
  readonly label: string;
  readonly describedBy: string;
  readonly style: ValueStyle;
  /** The field whose known values are suggested; null for none. */
  readonly known: KnownField | null;
  readonly onText: (text: string) => void;
}

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** Shows the input for a field's type; it takes and returns text. */
export function FieldInput(props: FieldInputProps) {
  const { field, path, text, inLines, readOnly, required, invalid, id, label } = props;
  const { describedBy, style, original, onText } = props;
  const t = useFormText();
  const shared = {
    value: text,
    'data-path': path,
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': required,
    onChange: (event: Typing) => onText(event.target.value),
  };
  if (field.type === 'longText' || (field.type === 'text' && inLines))
    return (
      <textarea {...shared} className="field-text" readOnly={readOnly} rows={lines(text, 2)} />
    );
  if (field.type === 'list' || field.type === 'object')
    return <JsonInput {...props} shared={shared} />;
  // Other servers may write other words, so an empty text stays a text.
  if (field.type === 'flag' || (field.booleanText === true && isFlag(original)))
    return <FlagInput {...props} shared={shared} />;
  if (field.type === 'color') return <ColorInput {...props} shared={shared} />;
  if (field.coded === true && style.labels.size > 0)
    return readOnly ? (
      <input {...shared} value={statusLabel(style.labels, text) ?? text} readOnly placeholder="—" />
    ) : (
      <CodedInput {...{ t, text, original, onText, shared }} labels={style.labels} />
    );
  if (props.known !== null && !readOnly) {
    const { onChange: _, value: __, ...rest } = shared;
    return (
      <KnownInput {...rest} {...{ text, onText }} known={props.known} marks={text !== original} />
    );
  }
  const number = isNumeric(field);
  return (
    <input
      {...shared}
      className={number ? 'num' : ''}
      type={!readOnly && isDay(field, text) ? 'date' : 'text'}
      inputMode={number ? 'decimal' : undefined}
      readOnly={readOnly}
      placeholder={readOnly ? '—' : ''}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

// A date input shows nothing for a text that is no date, such as one pasted into a product draft.
function isDay({ type, schema }: Field, text: string): boolean {
  return type === 'date' && (text === '' || schema.safeParse(text).success);
}

interface Shared {
  readonly value: string;
  readonly 'data-path': string;
  readonly id: string;
  readonly 'aria-label': string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
  readonly onChange: (event: Typing) => void;
}

function FlagInput({ original, readOnly, shared }: FieldInputProps & { readonly shared: Shared }) {
  const t = useFormText();
  const { value } = shared;
  const shown = value === 'true' ? t('common.yes') : value === 'false' ? t('common.no') : value;
  if (readOnly) return <input {...shared} value={shown} readOnly placeholder="—" />;
  // An original value that is neither true nor false stays as an option, so that a choice can be
  // undone.
  const others = [...new Set([original, value])].filter((text) => !isFlag(text));
  return (
    <select {...shared}>
      {others.map((text) => (
        <option key={text} value={text}>
          {text || '—'}
        </option>
      ))}
      <option value="true">{t('common.yes')}</option>
      <option value="false">{t('common.no')}</option>
    </select>
  );
}

function isFlag(text: string): boolean {
  return text === 'true' || text === 'false';
}

function ColorInput({
  text,
  readOnly,
  onText,
  shared,
}: FieldInputProps & { readonly shared: Shared }) {
  const valid = /^#[0-9a-f]{6}$/i.test(text);
  return (
    <>
      <input
        type="color"
        className="field-swatch"
        value={valid ? text : '#ffffff'}
        disabled={readOnly}
        aria-label={shared['aria-label']}
        onChange={(event) => onText(event.target.value)}
      />
      <input
        {...shared}
        className="mono"
        readOnly={readOnly}
        placeholder="#RRGGBB"
        spellCheck={false}
      />
    </>
  );
}

/** Edits JSON as text: checked while typing, formatted on request. */
function JsonInput(props: FieldInputProps & { readonly shared: Shared }) {
  const { text, readOnly, onText, shared } = props;
  const t = useFormText();
  if (readOnly) return <JsonShown {...props} />;
  const read = readJson(text);
  const neat = read.ok && read.value !== null ? prettyJson(read.value) : null;
  return (
    <div className="field-json">
      <textarea {...shared} {...JSON_TEXT} rows={lines(text, 2)} />
      <Button
        tone="quiet"
        disabled={neat === null || neat === text}
        onClick={() => onText(neat ?? text)}
      >
        {t('records.formatJson')}
      </Button>
    </div>
  );
}

const JSON_TEXT = { className: 'mono', spellCheck: false, autoComplete: 'off' } as const;
/** The lines of a long value that are drawn before the user asks for all. */
const SHOWN_LINES = 30;

/** Shows read-only JSON: the first lines of a long value, and all of it on request. */
function JsonShown({ text, shared }: FieldInputProps & { readonly shared: Shared }) {
  const t = useFormText();
  const [whole, setWhole] = useState(false);
  const all = text.split('\n');
  const long = !whole && all.length > SHOWN_LINES;
  const value = long ? `${all.slice(0, SHOWN_LINES).join('\n')}\n…` : text;
  return (
    <div className="field-json">
      <textarea
        {...shared}
        {...JSON_TEXT}
        value={value}
        readOnly
        rows={lines(value, 2)}
        placeholder="—"
      />
      {long && (
        <Button tone="quiet" onClick={() => setWhole(true)}>
          {t('records.wholeJson', { count: all.length })}
        </Button>
      )}
    </div>
  );
}

function lines(text: string, least: number): number {
  return Math.min(Math.max(text.split('\n').length, Math.ceil(text.length / 60), least), 12);
}
