import { Popover } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { hasLines, withEnds } from '../../../ui/lineBreaks.ts';
import { KnownInput } from '../../../fields/KnownInput.tsx';
import { hasKnownValues } from '../../../fields/search/known.ts';
import { useFaultText } from '../../../fields/words.ts';
import type { Edit } from './edit.ts';
import { onEditorBlur, onEditorKey } from './editorKeys.ts';
import type { CellEditorActions } from './editorKeys.ts';

interface CellEditorProps {
  readonly kind: Kind;
  /** The values of the row, which narrow the suggested ones. */
  readonly fields: JsonObject;
  readonly edit: Edit;
  readonly numeric: boolean;
  readonly actions: CellEditorActions;
}

/** Edits one cell: checks the text while the user types, and says why it is not accepted. */
export function CellEditor({ kind, fields, edit, numeric, actions }: CellEditorProps) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const tip = useId();
  const problem = edit.fault !== null || edit.error !== null;
  return (
    <Popover opened={problem} position="bottom-start" withRoles={false} shadow="none">
      <Popover.Target>
        <span className="grid-editor">
          <EditorInput
            kind={kind}
            fields={fields}
            edit={edit}
            numeric={numeric}
            actions={actions}
            describedBy={problem ? tip : undefined}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown className="grid-fault" id={tip}>
        {edit.fault !== null && (
          <p role="alert">
            {faultText(edit.fault)} <span className="quiet">{t('records.escLeaves')}</span>
          </p>
        )}
        {edit.error !== null && <ErrorNotice error={edit.error} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface EditorInputProps extends CellEditorProps {
  readonly describedBy: string | undefined;
}

function EditorInput(props: EditorInputProps) {
  const { kind, edit, numeric, actions, describedBy } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
    // Text that began the edit stays unselected; an existing value is selected, to be replaced or
    // edited.
    if (!edit.overwrites && edit.field.type !== 'flag') input.current?.select();
    // The base changes when a new edit opens in the same cell: its text is selected anew.
  }, [edit.overwrites, edit.base, edit.field.type]);
  useRefused(input, edit.error);
  const shared = {
    ref: input,
    className: numeric ? 'grid-input num' : 'grid-input',
    value: edit.text,
    'aria-busy': edit.busy,
    'aria-label': textOf(edit.field.label),
    'aria-invalid': describedBy !== undefined,
    'aria-describedby': describedBy,
    onKeyDown: (event: KeyboardEvent) => onEditorKey(event, edit, actions),
    onBlur: (event: FocusEvent) => onEditorBlur(event, actions),
  } as const;
  if (edit.field.type === 'flag')
    return (
      <select {...shared} onChange={(event) => actions.type(event.target.value)}>
        {!isFlag(edit.first) && <option value={edit.first}>{edit.first || '—'}</option>}
        <option value="true">{t('common.yes')}</option>
        <option value="false">{t('common.no')}</option>
      </select>
    );
  if (!edit.overwrites && edit.field.type === 'text' && hasLines(edit.first))
    return (
      <textarea
        {...shared}
        rows={1}
        spellCheck={false}
        onChange={(event) => actions.type(withEnds(event.target.value, edit.first))}
      />
    );
  if (hasKnownValues(resourceOf(kind), edit.name)) {
    const { value: _, ...rest } = shared;
    return (
      <KnownInput
        {...rest}
        known={{ kind, path: edit.name, filled: () => textsOf(props.fields) }}
        text={edit.text}
        place={edit.overwrites ? 'typing' : 'cell'}
        onText={actions.type}
      />
    );
  }
  return (
    <input
      {...shared}
      type={edit.field.type === 'date' ? 'date' : 'text'}
      inputMode={numeric ? 'decimal' : undefined}
      spellCheck={false}
      onChange={(event) => actions.type(event.target.value)}
    />
  );
}

function textsOf(fields: JsonObject): Readonly<Record<string, string>> {
  const texts = Object.entries(fields).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  return Object.fromEntries(texts);
}

// A value other than true or false gets its own option; otherwise the first option would seem
// chosen.
function isFlag(text: string): boolean {
  return text === 'true' || text === 'false';
}

// Returns the focus to the editor when its text was refused and the focus is still in the grid.
function useRefused(input: { readonly current: HTMLElement | null }, error: Edit['error']): void {
  useEffect(() => {
    const { current } = input;
    const isInGrid = current?.closest('[role="grid"]')?.contains(document.activeElement) ?? false;
    if (error !== null && isInGrid) current?.focus();
  }, [input, error]);
}
