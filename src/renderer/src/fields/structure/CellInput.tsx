import { useId, useMemo } from 'react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { KnownInput } from '../KnownInput.tsx';
import { useEditing } from './editing.ts';
import { suggestionsAt } from './model/cell.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import { twoReadings } from '#contract/numbers.ts';
import { typeOf } from './model/layout.ts';
import type { Picked } from './model/rows.ts';
import type { Shape } from './model/shape.ts';
import { MeantKind } from './MeantKind.tsx';
import { ReadValue } from './ReadValue.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';
import { useCellText } from './useCellText.ts';

type Marks = Pick<ComponentProps<'input'>, 'aria-label' | 'onKeyDown' | 'onFocus'> & {
  readonly 'data-row'?: number;
  readonly 'data-column'?: number;
};

export interface CellInputProps {
  readonly node: JsonNode | null;
  readonly shape: Shape;
  readonly marks: Marks;
  readonly write: (literal: string | null) => void;
  /** A value that repeats the name of another record is never marked as new. */
  readonly isName?: boolean;
  /** The name that stands beside a code. */
  readonly nameBeside?: string | undefined;
  /** Takes a picked record; without it only its code is written. */
  readonly onPick?: ((picked: Picked) => void) | undefined;
}

/** The input of one value: with suggestions, a search for a record, or yes and no. */
export function CellInput(props: CellInputProps) {
  const { node, shape, marks, write, onPick, isName = false, nameBeside } = props;
  const { t } = useTranslation();
  const { kind, readOnly, mark } = useEditing();
  const { text, isOdd, onText, flush } = useCellText(node, shape, write);
  const given = useMemo(() => suggestionsAt(shape), [shape]);
  const oddId = useId();
  const meant = shape.reference !== null && (
    <MeantKind reference={shape.reference} path={shape.known?.path ?? null} code={text.trim()} />
  );
  if (readOnly)
    return (
      <>
        <ReadValue node={node} shape={shape} text={text} nameBeside={nameBeside} />
        {meant}
      </>
    );
  const type = typeOf(node, shape);
  const oddMarks = isOdd ? { 'aria-invalid': true, 'aria-describedby': oddId } : {};
  const input = { ...marks, onBlur: flush, ...oddMarks } as const;
  const odd = isOdd && (
    <span id={oddId} className="parts-odd">
      {oddText()}
    </span>
  );
  if (shape.reference !== null)
    return (
      <>
        <ReferenceInput
          {...input}
          reference={shape.reference}
          text={text}
          nameBeside={nameBeside}
          onText={onText}
          onPick={onPick ?? (({ code }) => onText(code))}
        />
        {meant}
      </>
    );
  if (type === 'boolean' && (text === '' || text === 'true' || text === 'false'))
    return (
      <select {...flagMarks(marks)} value={text} onChange={(event) => onText(event.target.value)}>
        <option value="">—</option>
        <option value="true">{t('common.yes')}</option>
        <option value="false">{t('common.no')}</option>
      </select>
    );

  if (given.values.length > 0)
    return (
      <>
        <KnownInput
          {...input}
          known={{ kind, path: '', given }}
          text={text}
          onText={onText}
          marks={node !== null && !isName}
        />
        {odd}
      </>
    );
  const isNumber = type === 'number' || shape.known?.min !== undefined;
  return (
    <>
      <input
        type="text"
        spellCheck={false}
        autoComplete="off"
        {...input}
        className={isNumber ? 'num' : ''}
        inputMode={isNumber ? 'decimal' : undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {odd}
    </>
  );

  function oddText(): string {
    if (type === 'boolean') return t('structure.oddFlag');
    const [one, other] = twoReadings(text, mark) ?? [];
    return one === undefined || other === undefined
      ? t('structure.oddNumber')
      : t('structure.twoNumbers', { one, other });
  }
}

function flagMarks({ 'aria-label': label, ...marks }: Marks) {
  return {
    'aria-label': label,
    'data-row': marks['data-row'],
    'data-column': marks['data-column'],
  };
}
