import { Box } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../i18n/i18n.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { allowedIn } from '../model/allowed.ts';
import { FieldHead } from './FieldHead.tsx';
import { ModelCard } from './ModelCard.tsx';
import type { FileFieldParts } from './parts.ts';

/** The model field of a record: view, measure, replace. */
export function ModelField(props: FileFieldParts) {
  const { name, field, target, shown, abilities, actions } = props;
  const { t } = useTranslation();
  const [file] = shown.files;
  return (
    <section className="files-field" aria-label={textOf(field.label)}>
      <FieldHead {...props} />
      {file === undefined ? (
        <div className="files-none">
          <Box size={22} strokeWidth={1.4} aria-hidden />
          <p>{t('files.tab.noModel')}</p>
          {abilities !== null && (
            <p className="quiet">
              {t('files.tab.dropHere')} ·{' '}
              {allowedIn(target.kind, name)
                .map((each) => each.slice(1))
                .join(', ')}
            </p>
          )}
        </div>
      ) : (
        <ModelCard
          key={file.key}
          file={file}
          target={target}
          abilities={abilities}
          actions={actions}
        />
      )}
      {actions.error !== null && <ErrorNotice error={actions.error} />}
    </section>
  );
}
