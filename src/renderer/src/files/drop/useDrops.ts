import { useEffect, useState } from 'react';
import type { Root } from '../../client/source.ts';
import { isSheetType } from '../sheetFile.ts';
import { aimAt, sameAim } from './place.ts';
import type { Aim } from './place.ts';

/** Files dragged over the window: the drop target and the number of files. */
export interface Hover {
  readonly aim: Aim | null;
  readonly count: number;
  /** One item has the type of a sheet. The browser hides names before the drop. */
  readonly sheet: boolean;
}

/** Handles a drop. */
export type TakeDrop = (aim: Aim, roots: readonly Root[]) => void;

/**
 * Follows files that are dragged over the window.
 *
 * Every drop is handled here, because the browser would open a file that misses its target. A drop
 * without a target does nothing.
 */
export function useDrops(take: TakeDrop): Hover | null {
  const [hover, setHover] = useState<Hover | null>(null);
  useEffect(() => {
    const on = new AbortController();
    const listen = (name: DragName, answer: (event: DragEvent) => void) =>
      window.addEventListener(
        name,
        (event) => {
          if (hasFiles(event)) answer(event);
        },
        { signal: on.signal },
      );
    const follow = (event: DragEvent) => {
      event.preventDefault();
      const aim = aimAt(event.target);
      if (event.dataTransfer !== null)
        event.dataTransfer.dropEffect = aim === null ? 'none' : 'copy';
      const items = itemsOf(event);
      const count = items.length;
      const sheet = items.some(({ type }) => isSheetType(type));
      setHover((old) =>
        old !== null && old.count === count && sameAim(old.aim, aim) ? old : { aim, count, sheet },
      );
    };
    listen('dragenter', follow);
    listen('dragover', follow);
    listen('dragleave', ({ relatedTarget }) => {
      // Only a drag that leaves the window has no related target.
      if (relatedTarget === null) setHover(null);
    });
    listen('drop', (event) => {
      event.preventDefault();
      setHover(null);
      const aim = aimAt(event.target);
      if (aim !== null) take(aim, rootsOf(event));
    });
    return () => on.abort();
  }, [take]);
  return hover;
}

type DragName = 'dragenter' | 'dragover' | 'dragleave' | 'drop';

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

function itemsOf({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): readonly DataTransferItem[] {
  return [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
}

/**
 * Returns the dropped entries.
 *
 * Must be called inside the event, because the browser then discards the data.
 */
export function rootsOf(event: Pick<DragEvent, 'dataTransfer'>): readonly Root[] {
  return itemsOf(event).map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
}
