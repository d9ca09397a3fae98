import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LazyModelViewer } from '../../viewer3d/LazyModelViewer.tsx';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { toast } from '../../state/toasts.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { isCreation } from '../drop/creations.ts';
import { fieldOf, labelOf } from '../model/intake.ts';
import type { FileTarget } from '../model/intake.ts';
import { givePicture } from './givePicture.ts';
import type { ShownFile } from './shownFiles.ts';
import type { ShownModel } from './useModel.ts';
import { usePlacing } from './usePlacing.ts';

interface ModelDialogProps {
  readonly file: ShownFile;
  readonly target: FileTarget;
  readonly model: ShownModel;
  readonly onClose: () => void;
}

/** A dialog with a large model, its facts and its settings. */
export function ModelDialog({ file, target, model, onClose }: ModelDialogProps) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog();
  const { error, fail, clear } = useFailure();
  const problem = error ?? model.error;
  const placing = usePlacing();
  const picture = fieldOf(target.kind, 'view.png');
  const onPicture = (png: Blob, name: string) => {
    clear();
    givePicture(target, png, name, model.facts?.sha256 ?? null).catch(fail);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={isUppermost}
      title={`${labelOf(target)} · ${file.name}`}
      size="min(1320px, 94vw)"
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="solid-large">
        {problem !== null && <ErrorNotice error={problem} />}
        {model.files !== null && (
          <LazyModelViewer
            files={model.files}
            main={model.main}
            label={labelOf(target)}
            unit={model.unit}
            onUnit={model.onUnit}
            onFacts={model.onFacts}
            onLocated={model.onLocated}
            {...(picture === null || isCreation(target) ? {} : { onPicture })}
            {...(placing.sizes === null
              ? {}
              : {
                  onSizes: (sizes) => {
                    placing.sizes?.(sizes);
                    toast(t('files.tab.sizesTyped'));
                  },
                })}
            {...placing.viewer}
          />
        )}
      </div>
    </Modal>
  );
}
