import { useEffect, useState } from 'react';
import type { Root } from '../../client/source.ts';
import { isSheetType } from '../sheetFile.ts';
import { aimAt, sameAim } from './place.ts';
import type { Aim } from './place.ts';

/** Files over the window: where they would land, and how many things are held. */
export interface Hover {
  readonly aim: Aim | null;
  readonly count: number;
  /** One of them says of itself that it is a sheet; names are not told before the drop. */
  readonly sheet: boolean;
}

/** What to do with a drop. */
export type TakeDrop = (aim: Aim, roots: readonly Root[]) => void;

/**
 * Follows files that are dragged over the window. Without it a browser would leave the page for a
 * file that misses its place, so every drop is taken here and one that lands nowhere does nothing.
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
      // Only who leaves the window comes from somewhere and goes to nothing.
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

/** What was dropped; to be asked inside the event, the browser takes the drop away right after. */
export function rootsOf(event: Pick<DragEvent, 'dataTransfer'>): readonly Root[] {
  return itemsOf(event).map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
}
