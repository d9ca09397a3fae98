import { fileAbilities } from '#contract/files/rules.ts';
import type { Field } from '#contract/resources/field.ts';
import { filesOf } from '../../fields/model/files.ts';
import { useForm } from '../../fields/form.ts';
import type { FileTarget } from '../model/intake.ts';
import { ModelField } from './ModelField.tsx';
import { PictureField } from './PictureField.tsx';
import { shownField } from './shownFiles.ts';
import { useFileActions } from './useFileActions.ts';
import './filesTab.css';

interface FilesTabProps {
  readonly target: FileTarget;
  readonly reload: () => Promise<void>;
}

/** The pictures and the model of a record, changed as the document allows. */
export function FilesTab({ target, reload }: FilesTabProps) {
  const { resource } = useForm();
  const fields = Object.entries(resource.fields).filter(([, { content }]) => content !== undefined);
  const pictures = fields.filter(([, { content }]) => content === 'picture');
  const models = fields.filter(([, { content }]) => content === 'model');
  return (
    <div className="files-tab">
      {[...pictures, ...models].map(([name, field]) => (
        <FileField key={name} name={name} field={field} target={target} reload={reload} />
      ))}
    </div>
  );
}

interface FileFieldProps extends FilesTabProps {
  readonly name: string;
  readonly field: Field;
}

function FileField({ name, field, target, reload }: FileFieldProps) {
  const { resource, values, operations, purpose, leaving } = useForm();
  const shown = shownField(filesOf(values, name, operations), operations, name);
  const abilities = leaving ? null : fileAbilities(resource, name, purpose);
  const isList = field.type === 'files';
  const actions = useFileActions({ target, name, files: shown.files, isList, reload });
  const props = { name, field, target, shown, abilities, actions };
  return field.content === 'picture' ? <PictureField {...props} /> : <ModelField {...props} />;
}
