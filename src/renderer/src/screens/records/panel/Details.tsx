import { Lock } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { compact } from '../../../fields/model/fieldText.ts';
import { lockOf } from '../../../fields/model/access.ts';
import type { Lock as LockWord } from '../../../fields/model/access.ts';
import { unknownFields } from '../../../fields/model/unknown.ts';
import { panelFocus } from '../state/panelFocus.ts';
import { FieldRow } from '../../../fields/FieldRow.tsx';
import { PartsSum } from '../../../fields/structure/PartsSum.tsx';
import { FileStrip } from './FileStrip.tsx';
import { FormText, useForm, useFormText } from '../../../fields/form.ts';
import '../../../fields/form.css';

/** Shows the form in the descriptor's groups, and the fields that the descriptor does not know. */
export function Details({ onFiles }: { readonly onFiles: (() => void) | null }) {
  const { t } = useTranslation();
  const { resource } = useForm();
  const files = fileFields(resource.fields);
  // The visible groups are drawn with the record, the rest of a long form right after it. When the
  // focus goes to a field of the form, all groups are drawn at once.
  const whole = useDeferredValue(true, panelFocus.getState().path !== null);
  const groups = Object.entries(resource.groups);
  const drawn = whole ? groups : groups.slice(0, inSight(resource));
  return (
    <FormText value={t}>
      {onFiles !== null && files.length > 0 && <FileStrip fields={files} onOpen={onFiles} />}
      {drawn.map(([group, label]) => (
        <Group key={group} group={group} title={textOf(label)} />
      ))}
      {whole && <OtherFields />}
    </FormText>
  );
}

/** Roughly the number of fields that fit into the tallest window. */
const SHOWN_AT_ONCE = 12;

/** Returns how many groups are drawn at first. */
function inSight({ groups, fields }: Resource): number {
  let count = 0;
  const names = Object.keys(groups);
  const last = names.findIndex((group) => {
    count += Object.values(fields).filter((field) => field.group === group).length;
    return count >= SHOWN_AT_ONCE;
  });
  return last < 0 ? names.length : last + 1;
}

interface GroupProps {
  readonly group: string;
  readonly title: string;
}

function Group({ group, title }: GroupProps) {
  const t = useFormText();
  const { resource, purpose, leaving } = useForm();
  const fields = Object.entries(resource.fields).filter(
    ([, { group: own, type }]) => own === group && type !== 'file' && type !== 'files',
  );
  if (fields.length === 0) return null;
  const composed = fields.filter(([, { namesParts }]) => namesParts === true);
  const lock = commonLock(fields.map(([, field]) => lockOf(field, purpose, leaving)));
  return (
    <section className="form-group" aria-label={title}>
      <h3 className="heading">
        {title}
        {lock !== null && (
          <span className="form-group-lock">
            <Lock size={10} aria-hidden /> {t(`records.locks.short.${lock}`)}
          </span>
        )}
      </h3>
      {fields.map(([name, field]) => (
        <FieldRow key={name} name={name} field={field} quietLock={lock !== null} />
      ))}
      {composed.length > 0 && <PartsSum fields={composed} />}
    </section>
  );
}

// A lock shared by all fields is shown once, at the group, instead of at each field.
function commonLock(locks: readonly LockWord[]): LockWord {
  const [first] = locks;
  if (first === undefined || first === null || locks.length < 2) return null;
  return locks.every((each) => each === first) ? first : null;
}

function OtherFields() {
  const t = useFormText();
  const { resource, record } = useForm();
  const others = unknownFields(resource, record);
  if (others.length === 0) return null;
  return (
    <section className="form-group" aria-label={t('records.otherFields')}>
      <h3 className="heading">
        {t('records.otherFields')}
        <span className="form-group-lock">
          <Lock size={10} aria-hidden /> {t('records.otherFieldsNote')}
        </span>
      </h3>
      <dl className="others">
        {others.map(([name, value]) => (
          <div key={name}>
            <dt className="mono cut" title={name}>
              {name}
            </dt>
            <dd className="mono">{value === null ? '—' : compact(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the fields of a resource that hold files. */
export function fileFields(
  fields: Readonly<Record<string, Field>>,
): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, { type }]) => type === 'file' || type === 'files');
}
