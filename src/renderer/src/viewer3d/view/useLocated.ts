import { useCallback, useMemo, useState } from 'react';
import { nameKey } from '#formats/model/names.ts';
import type { ModelFile } from '#formats/model/types.ts';

export interface Located {
  /** The caller's files and those that the user located. */
  readonly files: readonly ModelFile[];
  /** The names found by the last search; null before the first. */
  readonly news: readonly string[] | null;
  readonly add: (files: readonly File[], missing: readonly string[]) => void;
}

/** Keeps the located files while the model stays the same. */
export function useLocated(
  files: readonly ModelFile[],
  onLocated: ((files: readonly ModelFile[]) => void) | undefined,
): Located {
  const [held, setHeld] = useState<{
    for: ModelFile | undefined;
    more: readonly ModelFile[];
    news: readonly string[];
  }>();
  // The caller may include the located files in `files` later; the first file identifies the model.
  const [model] = files;
  const isSame = held !== undefined && held.for === model;
  const more = isSame ? held.more : EMPTY;
  const all = useMemo(() => {
    const others = more.filter((each) => !files.includes(each));
    return others.length === 0 ? files : [...files, ...others];
  }, [files, more]);
  const add = useCallback(
    (given: readonly File[], missing: readonly string[]) => {
      const wanted = new Set(missing.map(nameKey));
      const found = given
        .filter(({ name }) => wanted.has(nameKey(name)))
        .map((file) => ({ name: file.name, data: file }));
      setHeld({ for: model, more: [...more, ...found], news: found.map(({ name }) => name) });
      if (found.length > 0) onLocated?.(found);
    },
    [model, more, onLocated],
  );
  return { files: all, news: isSame ? held.news : null, add };
}

const EMPTY: readonly ModelFile[] = [];
