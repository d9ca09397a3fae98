import { Braces, Table2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { decimalMark } from '../../i18n/format.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { FieldInput } from '../FieldInput.tsx';
import type { FieldInputProps } from '../FieldInput.tsx';
import { useFormText } from '../form.ts';
import { readJson } from '../model/jsonText.ts';
import { EditingContext } from './editing.ts';
import type { Editing } from './editing.ts';
import { formatText } from './model/editText.ts';
import { parseNodes } from '#contract/jsonNodes.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import { fieldShape } from './model/shape.ts';
import type { FieldShape } from './model/shape.ts';
import { Parts } from './Parts.tsx';
import { useKindsOf } from './useKindsOf.ts';
import { useBrokenParts } from './useBrokenParts.ts';
import { useTextUndo } from './useTextUndo.ts';
import './structure.css';

// CodeMirror is a large part of the window, and most forms show no JSON.
const JsonEditor = lazy(async () => ({
  default: (await import('./JsonEditor.tsx')).JsonEditor,
}));

interface StructuredInputProps extends FieldInputProps {
  readonly kind: Kind;
}

/** A choice of a person changes what a code refers to. */
const COUNTED = ['learned.changed', 'serviceFacts.changed'] as const;

/** Edits an object or a list: as inputs and tables by its learned shape, or as JSON. */
export function StructuredInput(props: StructuredInputProps) {
  const { kind, field, path, text, readOnly, required } = props;
  const t = useFormText();
  const asked = useProcedure('learned.schema', { kind, field: path }, { refreshOn: COUNTED });
  const schema = asked.data ?? null;
  const found = useMemo(() => fieldShape(schema, path, field), [schema, path, field]);
  const empty = field.type === 'list' ? '[]' : '{}';
  const broken = useBrokenParts(text, props.onText);
  const parsed = useParsed(broken.text, empty);
  const [isJson, setJson] = useState(false);
  // The view that the user switched to takes the focus.
  const [isSwitched, setSwitched] = useState(false);
  const toggle = () => {
    setSwitched(true);
    setJson(!isJson);
  };
  const undo = useTextUndo(broken.text, broken.write);
  const edit: Editing['edit'] = (next, tag, part) => {
    if (!broken.losesPart(next, part ?? null)) undo.edit(next, tag);
  };
  const isShaped = 'shape' in found && parsed !== null && parsed.node.type === field.type;
  // Before the first answer nothing is drawn that would be replaced at once.
  if (asked.loading && schema === null) return <div className="field-json parts-wait" />;
  if (readOnly && !isShaped) return <FieldInput {...props} />;
  // The editor that the user is in stays, also if its text fits into the table from now on.
  const onFocus = () => {
    if (!isShaped) setJson(true);
  };
  const asParts = isShaped && !isJson;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && !event.ctrlKey && event.code === 'KeyJ' && isShaped) {
      event.preventDefault();
      event.stopPropagation();
      toggle();
    } else if (asParts && !readOnly) undo.onKeyDown(event);
  };
  return (
    // The keys belong to the inputs inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="field-json"
      onFocusCapture={onFocus}
      onKeyDownCapture={onKeyDown}
      onBlur={undo.endStep}
    >
      <div className="parts-bar">
        {note(found)}
        {!readOnly && required && text.trim() === '' && (
          <Button tone="quiet" onClick={() => props.onText(empty)}>
            {t('structure.saveEmpty', { empty })}
          </Button>
        )}
        {!asParts && !readOnly && <Format text={text} onText={props.onText} />}
        {isShaped && (
          <IconButton
            icon={asParts ? Braces : Table2}
            label={t(asParts ? 'structure.asJson' : 'structure.asParts')}
            shortcut="asJson"
            onClick={toggle}
          />
        )}
      </div>
      {asParts ? (
        <Shaped
          {...props}
          {...found}
          text={parsed.text}
          node={parsed.node}
          edit={edit}
          hold={broken.hold}
          brokenAt={broken.brokenAt}
          takesFocus={isSwitched}
        />
      ) : readOnly ? (
        <FieldInput {...props} />
      ) : (
        <Suspense fallback={<FieldInput {...props} />}>
          <JsonEditor {...props} takesFocus={isSwitched} />
        </Suspense>
      )}
    </div>
  );

  function note(shape: FieldShape) {
    const words =
      'why' in shape
        ? t(`structure.why.${shape.why}`)
        : shape.guess
          ? t('structure.guess', { count: shape.records })
          : '';
    return <span className="parts-note quiet">{readOnly ? '' : words}</span>;
  }
}

type ShapedProps = StructuredInputProps &
  Extract<FieldShape, { readonly shape: unknown }> &
  Pick<Editing, 'edit' | 'hold' | 'brokenAt'> & {
    readonly node: JsonNode;
    readonly takesFocus: boolean;
  };

function Shaped(props: ShapedProps) {
  const { kind, text, original, readOnly, edit, hold, brokenAt } = props;
  const { label, path, id, describedBy, node, shape } = props;
  const mark = decimalMark();
  const kindsOf = useKindsOf(node, shape);
  const frame = useRef<HTMLFieldSetElement>(null);
  const begin = useEffectEvent(() => {
    if (props.takesFocus) frame.current?.focus();
  });
  useEffect(() => begin(), []);
  const editing = useMemo<Editing>(
    () => ({
      kind,
      text,
      readOnly,
      mark,
      kindsOf,
      edit,
      hold,
      brokenAt,
      original: isJson(original) ? original : '',
    }),
    [kind, text, original, readOnly, mark, kindsOf, edit, hold, brokenAt],
  );
  return (
    <EditingContext value={editing}>
      {/* The fieldset takes the focus that is asked for the field, and hands it to its first input. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <fieldset
        ref={frame}
        id={id}
        className="parts-frame"
        tabIndex={-1}
        data-path={path}
        aria-label={label}
        aria-describedby={describedBy}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget)
            currentTarget.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
        }}
      >
        <Parts node={node} shape={shape} path={[]} label={label} />
      </fieldset>
    </EditingContext>
  );
}

function isJson(text: string): boolean {
  return text.trim() !== '' && readJson(text).ok;
}

interface Parsed {
  readonly text: string;
  readonly node: JsonNode;
}

/** Parses the text of a field; null if it is no JSON. */
function useParsed(text: string, empty: string): Parsed | null {
  return useMemo(() => {
    const given = text.trim() === '' ? empty : text;
    return readJson(given).ok ? { text: given, node: parseNodes(given) } : null;
  }, [text, empty]);
}

interface FormatProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Indents the JSON text; its numbers and texts stay as they are written. */
function Format({ text, onText }: FormatProps) {
  const t = useFormText();
  const isValid = useMemo(() => isJson(text), [text]);
  return (
    <Button tone="quiet" disabled={!isValid} onClick={() => onText(formatText(text))}>
      {t('records.formatJson')}
    </Button>
  );
}
