import { FilePlus2, Lock, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import type { FileFieldParts } from './parts.ts';

/** The heading of a file field: name, count and actions. */
export function FieldHead({ field, shown, abilities, actions }: FileFieldParts) {
  const { t } = useTranslation();
  const { files, leaving } = shown;
  const isChanged = leaving.length > 0 || files.some(({ queued }) => queued);
  const mayAdd = abilities?.add === true && (field.type === 'files' || files.length === 0);
  return (
    <header className="files-head">
      <h3 className="heading">
        {textOf(field.label)}
        {field.type === 'files' && <span className="num"> {formatCount(files.length)}</span>}
      </h3>
      {abilities === null && (
        <span className="form-group-lock">
          <Lock size={10} aria-hidden /> {t('files.tab.locked')}
        </span>
      )}
      <span className="tools-space" />
      {isChanged && abilities !== null && (
        <Button tone="quiet" icon={Undo2} onClick={actions.undo} busy={actions.busy}>
          {t('files.tab.undo')}
        </Button>
      )}
      {mayAdd && (
        <Button icon={FilePlus2} onClick={actions.add} busy={actions.busy}>
          {t('files.tab.add')}
        </Button>
      )}
    </header>
  );
}
