import { Camera, Grid3x3, Maximize, Spline } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { View } from '../scene/fit.ts';
import type { ViewState } from './useView.ts';

/** Above this number of triangles, a wireframe covers everything and takes seconds to build. */
const MOST_FOR_WIRES = 500_000;
const VIEWS: readonly View[] = ['iso', 'front', 'left', 'top'];

interface ToolbarProps {
  readonly view: ViewState;
  readonly triangles: number;
  readonly onFit: () => void;
  readonly onSee: (view: View) => void;
  readonly onPicture: (() => void) | undefined;
}

/** The toolbar over the picture. */
export function Toolbar({ view, triangles, onFit, onSee, onPicture }: ToolbarProps) {
  const { t } = useTranslation();
  const isFine = triangles > MOST_FOR_WIRES;
  return (
    <div className="model-tools" role="toolbar" aria-label={t('model.views')}>
      <IconButton icon={Maximize} label={t('model.fit')} onClick={onFit} />
      <span className="model-views">
        {VIEWS.map((each) => (
          <button key={each} type="button" onClick={() => onSee(each)}>
            {t(`model.view.${each}`)}
          </button>
        ))}
      </span>
      <IconButton
        icon={Spline}
        label={t(isFine ? 'model.wireframeNot' : 'model.wireframe')}
        disabled={isFine}
        aria-pressed={view.showing.wireframe}
        onClick={() => view.toggle('wireframe')}
      />
      <IconButton
        icon={Grid3x3}
        label={t('model.grid')}
        aria-pressed={view.showing.grid}
        onClick={() => view.toggle('grid')}
      />
      {onPicture !== undefined && (
        <Button icon={Camera} onClick={onPicture} className="model-picture">
          {t('model.picture')}
        </Button>
      )}
    </div>
  );
}
