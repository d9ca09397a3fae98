import { FilePlus2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { chooseFor } from '../../../files/drop/takeDrop.ts';
import { openCreation } from '../../../files/drop/creations.ts';
import { joinFiles } from '../../../files/drop/creationDraft.ts';
import { FileLine } from '../../../files/FileLine.tsx';
import { allowedIn } from '../../../files/model/allowed.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFaultText } from '../../../fields/words.ts';
import { fileFields } from './Details.tsx';
import { useForm } from '../../../fields/form.ts';

/** Shows the files of a new record; each is staged as soon as the user adds it. */
export function CreateFiles() {
  const { kind, resource, draft } = useForm();
  const { files, setFiles } = draft;
  // Files added again before the next render join those added first.
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  useEffect(
    () =>
      openCreation(kind, (given) => {
        latest.current = joinFiles(kind, latest.current, given);
        setFiles(latest.current);
      }),
    [kind, setFiles],
  );
  return fileFields(resource.fields).map(([name, field]) => (
    <CreateFile key={name} name={name} field={field} />
  ));
}

function CreateFile({ name, field }: { readonly name: string; readonly field: Field }) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const { kind, draft, outcome, strict } = useForm();
  const mine = draft.files.filter((each) => each.field === name);
  const fault = outcome.faults[name];
  const allowed = allowedIn(kind, name).map((each) => each.slice(1));
  return (
    <section className="form-group" aria-label={textOf(field.label)} data-field={name}>
      <h3 className="heading">
        {textOf(field.label)}
        {field.create === 'required' && <span className="field-needed"> *</span>}
      </h3>
      {mine.map((file) => (
        <FileLine
          key={file.file}
          file={file}
          onRemove={() => draft.setFiles(draft.files.filter((each) => each !== file))}
        />
      ))}
      {(field.type === 'files' || mine.length === 0) && (
        <div className="picker">
          <Button
            icon={FilePlus2}
            onClick={() => void chooseFor({ type: 'create', kind }, 'files', name)}
          >
            {t(field.type === 'files' ? 'records.files.chooseMany' : 'records.files.choose')}
          </Button>
          <span className="quiet">
            {t('records.files.drop')} · {allowed.join(', ')}
          </span>
        </div>
      )}
      {strict && fault !== undefined && <span className="fault">{faultText(fault)}</span>}
    </section>
  );
}
