import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Kind } from '#contract/resources/resource.ts';
import { coverStore } from './coverStore.ts';
import type { CoverOf } from './coverStore.ts';
import { useThumb } from './useSight.ts';
import './thumb.css';

interface CoverTileProps {
  readonly kind: Kind;
  /** Null while it is not known whose picture it will be. */
  readonly id: string | null;
  /** The width in points; the place stays the same whatever comes into it. */
  readonly width: number;
  /** Stands there until there is a picture, and where there is none. */
  readonly icon: LucideIcon;
}

/** The first picture of a record, or its model, as small as a row. */
export const CoverTile = memo(function CoverTile({ kind, id, width, icon: Icon }: CoverTileProps) {
  const cover = useCover(kind, id);
  const { sight, url } = useThumb(cover?.picture ?? cover?.model ?? null, width);
  // A picture that cannot be had makes room for the model.
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
