import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Kind } from '#contract/resources/resource.ts';
import { coverStore } from './coverStore.ts';
import type { CoverOf } from './coverStore.ts';
import { useThumb } from './useSight.ts';
import './thumb.css';

interface CoverTileProps {
  readonly kind: Kind;
  /** Null while the record of the picture is unknown. */
  readonly id: string | null;
  /** The width in points; the tile keeps its size with and without a picture. */
  readonly width: number;
  /** Shown until there is a picture. */
  readonly icon: LucideIcon;
}

/** The first picture of a record, or its model, at row size. */
export const CoverTile = memo(function CoverTile({ kind, id, width, icon: Icon }: CoverTileProps) {
  const cover = useCover(kind, id);
  const { sight, url } = useThumb(cover?.picture ?? cover?.model ?? null, width);
  // The model is shown when the picture is missing.
  const instead = sight?.state === 'missing' && cover?.picture !== null ? cover?.model : null;
  const { url: other } = useThumb(instead ?? null, width);
  const shown = url ?? other;
  const sign = useMemo(
    () => (
      <Icon className="thumb-icon" size={Math.round(width / 1.8)} strokeWidth={1.5} aria-hidden />
    ),
    [Icon, width],
  );
  if (shown === null) return sign;
  return <img className="thumb-image" src={shown} alt="" draggable={false} decoding="async" />;
});

const NOTHING = () => () => {};

function useCover(kind: Kind, id: string | null): CoverOf | null {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? NOTHING() : coverStore.subscribe(kind, id, listener)),
    [kind, id],
  );
  return useSyncExternalStore(subscribe, () => (id === null ? null : coverStore.get(kind, id)));
}
