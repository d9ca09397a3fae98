import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { setPanelWidth, useView } from '../state/view.ts';
import './panel.css';

const STEP = 16;

/** The edge that resizes the right panel by pointer or arrow keys. */
export function Resizer() {
  const { t } = useTranslation();
  const width = useView((view) => view.panelWidth);
  const drag = useRef<{ x: number; width: number } | null>(null);
  const onMove = (event: PointerEvent) => {
    if (drag.current !== null) setPanelWidth(drag.current.width + drag.current.x - event.clientX);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0;
    if (by !== 0) setPanelWidth(width + by);
  };
  return (
    // A separator that can be moved is a widget, which the lint rule does not know.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="resizer"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={t('common.resize')}
      aria-valuenow={width}
      aria-valuemin={320}
      aria-valuemax={760}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width };
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
}
