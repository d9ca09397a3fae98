import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReadModel } from '#formats/model/content.ts';
import { readModel } from '../readModel.ts';
import type { ModelFault, ModelFile } from '#formats/model/types.ts';
import { asFault } from '#formats/model/types.ts';

export type Reading =
  | { readonly state: 'reading' }
  | { readonly state: 'stopped' }
  | { readonly state: 'read'; readonly model: ReadModel }
  | { readonly state: 'fault'; readonly fault: ModelFault };

interface Held {
  readonly reading: Reading;
  /** Stops the reading; the user may start it again. */
  readonly stop: () => void;
  readonly again: () => void;
}

const READING: Reading = { state: 'reading' };

/** Reads the model whenever the files change and aborts an outdated reading. */
export function useReading(files: readonly ModelFile[], main: string | undefined): Held {
  const [turn, setTurn] = useState(0);
  // Each new object starts a reading; `turn` makes a new one on demand.
  const wish = useMemo(() => ({ files, main, turn, stop: new EventTarget() }), [files, main, turn]);
  const [held, setHeld] = useState<{ readonly wish: typeof wish; readonly reading: Reading }>();
  useEffect(() => {
    const abort = new AbortController();
    let read: ReadModel | null = null;
    let isWanted = true;
    const settle = (reading: Reading) => {
      if (isWanted) setHeld({ wish, reading });
    };
    const onStop = () => abort.abort();
    wish.stop.addEventListener('stop', onStop);
    readModel(wish.files, { main: wish.main, signal: abort.signal })
      .then((model) => {
        read = model;
        settle({ state: 'read', model });
      })
      .catch((thrown: unknown) =>
        settle(
          abort.signal.aborted ? { state: 'stopped' } : { state: 'fault', fault: asFault(thrown) },
        ),
      );
    return () => {
      isWanted = false;
      wish.stop.removeEventListener('stop', onStop);
      abort.abort();
      for (const image of read?.content?.images ?? []) image?.close();
    };
  }, [wish]);
  const stop = useCallback(() => void wish.stop.dispatchEvent(new Event('stop')), [wish]);
  const again = useCallback(() => setTurn((each) => each + 1), []);
  return { reading: held?.wish === wish ? held.reading : READING, stop, again };
}
