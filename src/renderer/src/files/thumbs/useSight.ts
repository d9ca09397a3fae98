import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Sight, SightOf } from '#contract/files/sights.ts';
import { useCore } from '../../state/core.ts';
import { keyOf, sightStore, thumbFor, thumbOf } from './sightStore.ts';
import type { ModelFault } from '#formats/model/types.ts';
import { canDraw, faultOf, hasFailed, onFault, wantThumb } from './thumbMaker.ts';

const NOTHING = () => () => {};

/**
 * Returns the state of a file, kept up to date.
 *
 * Null before the first answer and without a file.
 */
export function useSight(of: SightOf | null): Sight | null {
  const key = of === null ? null : keyOf(of);
  const subscribe = useCallback(
    (listener: () => void) =>
      key === null ? NOTHING() : sightStore.subscribe(parse(key), listener),
    [key],
  );
  return useSyncExternalStore(subscribe, () => (key === null ? null : sightStore.get(parse(key))));
}

// The key string is stable; a new object at each render would subscribe again.
function parse(key: string): SightOf {
  return key.startsWith('path ') ? { path: key.slice(5) } : { file: key.slice(5) };
}

/** The thumbnail of a file, if there is one. */
export interface Thumbnail {
  readonly sight: Sight | null;
  /** Null while it is being made, and when there is none. */
  readonly url: string | null;
}

/**
 * Returns the thumbnail of a file at a width in points.
 *
 * Draws it once if it does not exist.
 */
export function useThumb(of: SightOf | null, points: number): Thumbnail {
  const sight = useSight(of);
  return useThumbOf(sight, points);
}

/** Returns the thumbnail of a file whose state is known. */
export function useThumbOf(sight: Sight | null, points: number): Thumbnail {
  const base = useCore((core) => core.bytes);
  const size = thumbFor(points);
  const url = thumbOf(base, sight, size);
  const sha256 = sight?.sha256 ?? null;
  const missing = url === null && sha256 !== null && base !== null;
  useEffect(() => {
    if (!missing || sight === null || sha256 === null) return undefined;
    if (!canDraw(sight) || hasFailed(sha256, sight.beside)) return undefined;
    return wantThumb(sight, sha256, size);
  }, [missing, sight, sha256, size]);
  return { sight, url };
}

/** Returns why a file has no picture; null when it has one or may get one. */
export function useFault(sight: Sight | null): ModelFault | null {
  const sha256 = sight?.sha256 ?? null;
  const beside = sight?.beside ?? '';
  return useSyncExternalStore(onFault, () => (sha256 === null ? null : faultOf(sha256, beside)));
}
