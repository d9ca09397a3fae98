import { ImagePlus, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../i18n/i18n.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { allowedIn } from '../model/allowed.ts';
import { FieldHead } from './FieldHead.tsx';
import { FullLook } from './FullLook.tsx';
import { LeavingCard, PictureCard } from './PictureCard.tsx';
import type { FileFieldParts } from './parts.ts';

/**
 * Pictures in order, the cover first.
 *
 * Space opens one at the size of the window.
 */
export function PictureField(props: FileFieldParts) {
  const { name, field, target, shown, abilities, actions } = props;
  const [looking, setLooking] = useState<number | null>(null);
  const { files, leaving } = shown;
  return (
    <section className="files-field" aria-label={textOf(field.label)}>
      <FieldHead {...props} />
      {files.length + leaving.length > 0 && (
        <ul className="pictures" data-single={field.type === 'file'}>
          {files.map((file, index) => (
            <PictureCard
              key={file.key}
              file={file}
              index={index}
              files={files}
              isList={field.type === 'files'}
              abilities={abilities}
              actions={actions}
              onLook={() => setLooking(index)}
            />
          ))}
          {leaving.map((file) => (
            <LeavingCard key={file.key} file={file} />
          ))}
        </ul>
      )}
      {files.length === 0 && leaving.length === 0 && (
        <NoFiles extensions={abilities === null ? [] : allowedIn(target.kind, name)} />
      )}
      {abilities?.note !== null && abilities !== null && files.length > 0 && (
        <p className="files-rule">
          <Lock size={11} aria-hidden /> {textOf(abilities.note)}
        </p>
      )}
      {actions.error !== null && <ErrorNotice error={actions.error} />}
      {looking !== null && (
        <FullLook files={files} at={looking} onAt={setLooking} onClose={() => setLooking(null)} />
      )}
    </section>
  );
}

function NoFiles({ extensions }: { readonly extensions: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className="files-none">
      <ImagePlus size={22} strokeWidth={1.4} aria-hidden />
      <p>{t('files.tab.noPictures')}</p>
      {extensions.length > 0 && (
        <p className="quiet">
          {t('files.tab.dropHere')} · {extensions.map((each) => each.slice(1)).join(', ')}
        </p>
      )}
    </div>
  );
}
