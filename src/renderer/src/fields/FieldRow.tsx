import { Lock, Undo2 } from 'lucide-react';
import { useId } from 'react';
import type { Json } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import { readRecord } from '#contract/values.ts';
import { textOf } from '../i18n/i18n.ts';
import { useProfileStyle, valueStyle } from '../i18n/profileStyle.ts';
import { useRules } from '../state/facts.ts';
import { goToRecord } from '../state/view.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { hasLines, withEnds } from '../ui/lineBreaks.ts';
import { lockOf } from './model/access.ts';
import type { Lock as LockWord } from './model/access.ts';
import { beforeOf } from './model/changes.ts';
import { at, editText, restOf, showValue } from './model/fieldText.ts';
import { placesOf } from './model/form.ts';
import type { FormPlace } from './model/form.ts';
import { faultText, lockText } from './words.ts';
import { FieldInput } from './FieldInput.tsx';
import type { FieldInputProps } from './FieldInput.tsx';
import { StructuredInput } from './structure/StructuredInput.tsx';
import { TryButton, TryNote } from './trial/TryField.tsx';
import type { KnownField } from './KnownInput.tsx';
import { hasKnownValues } from './search/known.ts';
import { useForm, useFormText } from './form.ts';
import type { FormContext } from './form.ts';

interface FieldRowProps {
  readonly name: string;
  readonly field: Field;
  /** True if the heading of the group already shows the lock. */
  readonly quietLock: boolean;
}

/** Shows one field of the form: its label, its inputs and its faults. */
export function FieldRow({ name, field, quietLock }: FieldRowProps) {
  const t = useFormText();
  const form = useForm();
  const id = useId();
  const lock = lockOf(field, form.purpose, form.leaving);
  const places = placesOf(name, field);
  // A tall field, or one with parts, has no space for the reason inside it.
  const beside = places.length > 1 || isWide(field);
  const before = beforeOf(form.operations, name);
  const queued = before !== undefined;
  const rules = useRules(form.kind);
  const isLearned = rules.some(
    (rule) => rule.field === name && rule.fact === 'required' && rule.value,
  );
  const required =
    form.purpose === 'create' &&
    (field.create === 'required' || (isLearned && field.create !== 'never'));
  const reason = lock === null ? null : lockText(t, lock, field);
  const rest = restOf(field, own(form.values, name));
  return (
    <div className="field" data-wide={isWide(field)} data-field={name}>
      <label className="field-label" htmlFor={`${id}-0`} title={name}>
        {textOf(field.label)}
        {required && (
          <span className="field-needed" aria-hidden>
            *
          </span>
        )}
        {lock !== null && !quietLock && beside && (
          <span className="field-lock" title={reason ?? undefined}>
            {isWide(field) && t(`records.locks.short.${lock}`)} <Lock size={11} aria-hidden />
          </span>
        )}
      </label>
      <div className={places.length > 1 ? 'field-parts' : 'field-one'}>
        {places.map((place, index) => (
          <PlaceInput
            key={place.path}
            place={place}
            whole={field}
            inputId={`${id}-${index}`}
            label={labelOf(field, place)}
            before={queued ? at(wrap(name, before ?? undefined), place.path) : undefined}
            queued={queued}
            reason={reason}
            lock={quietLock || beside ? null : lock}
            required={required}
          />
        ))}
        {rest !== null && <p className="field-rest mono quiet">{rest}</p>}
        {lock !== null && <TryButton name={name} field={field} />}
        {lock !== null && <TryNote name={name} />}
        {queued && form.undo !== null && lock !== 'leaving' && (
          <IconButton
            className="field-undo"
            icon={Undo2}
            label={t('records.undoField', { name: textOf(field.label) })}
            onClick={() => form.undo?.(name)}
          />
        )}
      </div>
    </div>
  );
}

/**
 * A part with a longer label gets a row of its own, so that the values of the other parts have
 * space.
 */
const LONG_PART = 8;

/** Old values with more characters stand below the input, which needs the width. */
const LONG_OLD = 16;

function labelOf(field: Field, place: FormPlace): string {
  const label = textOf(field.label);
  return place.field === field ? label : `${label} ${textOf(place.field.label)}`;
}

function wrap(name: string, value: Json | undefined): Json {
  return value === undefined ? {} : { [name]: value };
}

function isWide({ type }: Field): boolean {
  return type === 'longText' || type === 'list' || type === 'object';
}

interface PlaceInputProps {
  readonly place: FormPlace;
  readonly whole: Field;
  readonly inputId: string;
  readonly label: string;
  readonly before: Json | undefined;
  readonly queued: boolean;
  readonly reason: string | null;
  /** The lock shown in the field itself; null if it is shown elsewhere. */
  readonly lock: LockWord;
  readonly required: boolean;
}

function PlaceInput(props: PlaceInputProps) {
  const { place, whole, inputId, label, queued, before, reason, lock, required } = props;
  const t = useFormText();
  const form = useForm();
  const { kind, values, draft, outcome, record, strict, purpose } = form;
  const note = useId();
  const { path, field } = place;
  const original = editText(field, at(values, path));
  const typed = draft.typed[path];
  const found = outcome.faults[path];
  const fault = typed !== undefined || strict ? found : undefined;
  const style = valueStyle(t, useProfileStyle());
  const isPart = whole !== field;
  const old = oldText(typed, queued, before);
  const oldShown =
    old === null ? null : <del>{showValue(field, old, style) || t('common.empty')}</del>;
  const input: FieldInputProps = {
    field,
    path,
    text: typed ?? original,
    original,
    inLines: hasLines(original) || hasLines(typed ?? ''),
    readOnly: reason !== null,
    required,
    invalid: fault !== undefined,
    id: inputId,
    label,
    style,
    known: knownField(form, path),
    describedBy: `${note} ${note}-newer`,
    onText: (text) => draft.type(path, withEnds(text, original), original, record),
  };
  const oldBelow = typeof old === 'string' && old.length > LONG_OLD;
  return (
    <div className="field-place" data-long={isPart && textOf(field.label).length > LONG_PART}>
      <div
        className={isStructured(field) ? 'field-whole' : 'field-box'}
        data-state={stateOf(typed, queued, reason, fault)}
      >
        {isPart && <span className="field-part">{textOf(field.label)}</span>}
        {!oldBelow && oldShown}
        {isStructured(field) ? (
          <StructuredInput key={form.key} {...input} kind={kind} />
        ) : (
          <FieldInput {...input} />
        )}
        {lock !== null && (
          <span className="field-lock" title={reason ?? undefined}>
            {t(`records.locks.short.${lock}`)} <Lock size={11} aria-hidden />
          </span>
        )}
      </div>
      {oldBelow && <span className="field-old">{oldShown}</span>}
      <span id={note} className={fault === undefined ? 'unseen' : 'fault'}>
        {fault === undefined ? (reason ?? '') : faultText(t, fault)}
      </span>
      {fault?.type === 'taken' && (
        <Button tone="quiet" onClick={() => goToRecord(kind, fault.id)}>
          {t('records.openTaken')}
        </Button>
      )}
      {purpose !== 'create' && <Newer id={`${note}-newer`} place={place} typed={typed} />}
    </div>
  );

  function oldText(
    text: string | undefined,
    wasQueued: boolean,
    was: Json | undefined,
  ): Json | null {
    if (wasQueued) return was !== undefined && at(values, path) !== was ? was : null;
    return text !== undefined && original !== '' && !isTall(field)
      ? (at(values, path) ?? null)
      : null;
  }
}

/** Returns the field whose values are suggested, with the texts of the others as shown. */
function knownField(form: FormContext, path: string): KnownField | null {
  const { kind, resource, values, draft } = form;
  if (!hasKnownValues(resource, path)) return null;
  const filled = () =>
    Object.fromEntries(
      Object.keys(resource.fields)
        .filter((name) => name !== path && hasKnownValues(resource, name))
        .map((name) => [name, draft.typed[name] ?? own(values, name)])
        .filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
    );
  return { kind, path, filled };
}

function isStructured({ type }: Field): boolean {
  return type === 'list' || type === 'object';
}

function isTall({ type }: Field): boolean {
  return type === 'longText' || type === 'list' || type === 'object' || type === 'flag';
}

function stateOf(
  typed: string | undefined,
  queued: boolean,
  reason: string | null,
  fault: unknown,
): string {
  if (fault !== undefined) return 'fault';
  if (typed !== undefined) return 'typed';
  if (queued) return 'queued';
  return reason === null ? 'plain' : 'locked';
}

interface NewerProps {
  readonly id: string;
  readonly place: FormPlace;
  readonly typed: string | undefined;
}

/** Shows the current value if the record changed while the user was typing. */
function Newer({ id, place, typed }: NewerProps) {
  const t = useFormText();
  const { draft, values, resource } = useForm();
  if (typed === undefined || draft.base === null) return null;
  // Both are read as values: 12,50 from the service equals 12.50 in the form.
  const was = editText(place.field, at(readRecord(resource, draft.base), place.path));
  const now = editText(place.field, at(values, place.path));
  if (was === now) return null;
  return (
    <span id={id} className="field-newer">
      {t('records.changedSince', { value: now === '' ? t('common.empty') : now })}
    </span>
  );
}
