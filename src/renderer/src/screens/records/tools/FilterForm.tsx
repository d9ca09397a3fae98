import { NativeSelect } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#contract/procedures.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { CodedInput } from '../../../fields/CodedInput.tsx';
import { KnownInput } from '../../../fields/KnownInput.tsx';
import { hasKnownValues } from '../../../fields/search/known.ts';
import { useProfileStyle } from '../../../i18n/profileStyle.ts';
import { Button } from '../../../ui/Button.tsx';
import {
  filterField,
  filterFields,
  filterValue,
  operatorsOf,
  takesValue,
} from '../../../fields/model/filters.ts';
import type { FilterField, Operator } from '../../../fields/model/filters.ts';
import { editText } from '../../../fields/model/fieldText.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';
import { putFilter } from '../state/filtering.ts';
import { useFaultText } from '../../../fields/words.ts';
import { fieldLabel } from './filterWords.ts';

interface FilterFormProps {
  readonly kind: Kind;
  /** The filter that the new one replaces. */
  readonly instead: Filter | null;
  readonly onDone: () => void;
}

/** Edits a filter: a field, an operator for its type, and a value checked while typing. */
export function FilterForm({ kind, instead, onDone }: FilterFormProps) {
  const { t } = useTranslation();
  const resource = resourceOf(kind);
  const fields = filterFields(resource);
  const [path, setPath] = useState(instead?.field ?? resource.title);
  const [chosen, setChosen] = useState<Operator | null>(instead?.op ?? null);
  const found = filterField(resource, path) ?? fields[0];
  const [text, setText] = useState(
    instead === null || found === undefined ? '' : editText(found.field, instead.value),
  );
  if (found === undefined) return null;
  const operators = operatorsOf(found);
  const op = chosen !== null && operators.includes(chosen) ? chosen : (operators[0] ?? 'is');
  const read = filterValue(found.field, op, text);
  const value = 'value' in read ? read.value : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value === null) return;
    putFilter(kind, { field: found.path, op, value }, instead);
    onDone();
  };
  return (
    <form className="filter-form" onSubmit={submit}>
      <NativeSelect
        label={t('records.filterField')}
        data={fieldGroups(t, fields)}
        value={found.path}
        data-autofocus
        onChange={(event) => {
          setPath(event.currentTarget.value);
          setText('');
        }}
      />
      <NativeSelect
        label={t('records.filterOp')}
        data={operators.map((each) => ({ value: each, label: t(`records.ops.${each}`) }))}
        value={op}
        onChange={(event) =>
          setChosen(operators.find((each) => each === event.currentTarget.value) ?? null)
        }
      />
      {takesValue(op) && (
        <ValueInput
          kind={kind}
          path={found.path}
          field={found.field}
          op={op}
          text={text}
          fault={'fault' in read ? read.fault : null}
          onText={setText}
        />
      )}
      <Button tone="go" type="submit" disabled={value === null}>
        {t(instead === null ? 'records.filterAdd' : 'records.filterChange')}
      </Button>
    </form>
  );
}

function fieldGroups(t: TFunction, fields: readonly FilterField[]) {
  const items = (shown: boolean) =>
    fields
      .filter(({ field }) => (field.column !== undefined) === shown)
      .map((each) => ({ value: each.path, label: fieldLabel(each) }));
  const others = items(false);
  const columns = { group: t('records.columns.title'), items: items(true) };
  return others.length === 0
    ? [columns]
    : [columns, { group: t('records.filterOthers'), items: others }];
}

interface ValueInputProps {
  readonly kind: Kind;
  readonly path: string;
  readonly field: Field;
  readonly op: Operator;
  readonly text: string;
  readonly fault: Fault | null;
  readonly onText: (text: string) => void;
}

function ValueInput({ kind, path, field, op, text, fault, onText }: ValueInputProps) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const id = useId();
  const { labels } = useProfileStyle();
  if (field.type === 'flag')
    return (
      <NativeSelect
        label={t('records.filterValue')}
        data={[
          { value: '', label: '—' },
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  const label = t('records.filterValue');
  if (field.coded === true && op !== 'contains' && labels.size > 0)
    return (
      <label className="filter-value" htmlFor={id}>
        <span className="mantine-InputWrapper-label">{label}</span>
        <CodedInput
          {...{ t, text, onText, labels }}
          original=""
          shared={{ id, className: 'text-input' }}
        />
      </label>
    );
  if (hasKnownValues(resourceOf(kind), path))
    return (
      <div className="filter-value">
        <label className="mantine-InputWrapper-label" htmlFor={id}>
          {label}
        </label>
        <KnownInput
          id={id}
          className="text-input"
          known={{ kind, path }}
          text={text}
          place="filter"
          onText={onText}
        />
      </div>
    );
  return (
    <label className="filter-value" htmlFor={id}>
      <span className="mantine-InputWrapper-label">{label}</span>
      <input
        id={id}
        className="text-input"
        type={field.type === 'date' && op !== 'contains' ? 'date' : 'text'}
        value={text}
        aria-invalid={fault !== null}
        aria-describedby={fault !== null ? `${id}-fault` : undefined}
        onChange={(event) => onText(event.target.value)}
      />
      {fault !== null && (
        <span id={`${id}-fault`} className="fault">
          {faultText(fault)}
        </span>
      )}
    </label>
  );
}
