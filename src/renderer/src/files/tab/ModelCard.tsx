import { Clock, Maximize2, RefreshCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileAbilities } from '#contract/files/rules.ts';
import { formatBytes } from '../../i18n/format.ts';
import { LazyModelViewer } from '../../viewer3d/LazyModelViewer.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Badge } from '../../ui/StateBadge.tsx';
import { labelOf, lookOf } from '../model/intake.ts';
import type { FileTarget } from '../model/intake.ts';
import { Thumb } from '../thumbs/Thumb.tsx';
import { useThumb } from '../thumbs/useSight.ts';
import { ModelDialog } from './ModelDialog.tsx';
import { Opaque } from './Opaque.tsx';
import { SightWords } from './SightWords.tsx';
import type { ShownFile } from './shownFiles.ts';
import type { FileActions } from './useFileActions.ts';
import { useModel } from './useModel.ts';

/** Models above this size in bytes are read only when the user asks. */
const READ_AT_ONCE = 12_000_000;

interface ModelCardProps {
  readonly file: ShownFile;
  readonly target: FileTarget;
  readonly abilities: FileAbilities | null;
  readonly actions: FileActions;
}

/** A model in the panel, with a button that opens it large. */
export function ModelCard({ file, target, abilities, actions }: ModelCardProps) {
  const { t } = useTranslation();
  const { sight, url } = useThumb(file.of, 256);
  const [asked, setAsked] = useState(false);
  const [large, setLarge] = useState(false);
  const isModel = lookOf(file.name) === 'model';
  const small = sight?.size !== null && sight !== null && sight.size <= READ_AT_ONCE;
  const model = useModel(sight, isModel && (asked || small));
  const isHere = sight !== null && sight.sha256 !== null;
  return (
    <div className="solid" data-queued={file.queued}>
      <div className="solid-view">
        {isModel && model.files !== null && !large ? (
          <LazyModelViewer
            files={model.files}
            main={model.main}
            label={labelOf(target)}
            unit={model.unit}
            onUnit={model.onUnit}
            onFacts={model.onFacts}
            onLocated={model.onLocated}
            compact
          />
        ) : (
          <div className="solid-still">
            <Thumb name={file.name} url={url} sight={sight} icon={40} />
            {isModel && isHere && !small && !asked && (
              <Button onClick={() => setAsked(true)}>
                {t('files.tab.showModel', { size: formatBytes(sight.size ?? 0) })}
              </Button>
            )}
          </div>
        )}
      </div>
      <div className="solid-line">
        <div className="file-text">
          <p className="cut" title={file.name}>
            {file.name}
          </p>
          <p className="quiet cut num">
            <SightWords sight={sight} />
          </p>
        </div>
        {file.queued && (
          <Badge tone="wait" icon={Clock}>
            {t('files.tab.waits')}
          </Badge>
        )}
      </div>
      {file.replaces !== null && (
        <p className="files-old">
          <del className="cut">{file.replaces.name}</del> {t('files.tab.untilConfirmed')}
        </p>
      )}
      {!isModel && isHere && <Opaque sight={sight} />}
      {model.error !== null && <ErrorNotice error={model.error} />}
      <div className="solid-tools">
        {isModel && isHere && (
          <Button
            icon={Maximize2}
            onClick={() => {
              setAsked(true);
              setLarge(true);
            }}
          >
            {t('files.tab.open3d')}
          </Button>
        )}
        {abilities?.replace === true && (
          <Button icon={RefreshCw} onClick={() => actions.replace(file)}>
            {t('records.files.replace')}
          </Button>
        )}
        {file.queued && abilities !== null && (
          <Button icon={Undo2} busy={actions.busy} onClick={() => actions.remove(file)}>
            {t('common.actions.undo')}
          </Button>
        )}
      </div>
      {large && (
        <ModelDialog file={file} target={target} model={model} onClose={() => setLarge(false)} />
      )}
    </div>
  );
}
