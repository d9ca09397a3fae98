import { useRef, useState } from 'react';
import { tellError } from '../../../ui/tellError.ts';
import { useLeaving } from '../../../ui/useLeaving.ts';

interface TypedName {
  readonly typed: string;
  readonly type: (name: string) => void;
  /** Saves a changed name; throws the error of the save, and the text stays unsaved. */
  readonly save: () => Promise<void>;
  readonly giveUp: () => void;
}

/**
 * Edits a name in place.
 *
 * It is saved when its box loses the focus or disappears, unless the user cancelled.
 */
export function useTypedName(name: string, rename: (name: string) => Promise<unknown>): TypedName {
  const [typed, setTyped] = useState(name);
  // Null if nothing is unsaved.
  const open = useRef<string | null>(null);
  const type = (text: string) => {
    open.current = text;
    setTyped(text);
  };
  const save = async () => {
    const text = open.current;
    open.current = null;
    const wanted = text?.trim() ?? '';
    if (wanted === '' || wanted === name) return;
    try {
      await rename(wanted);
    } catch (thrown) {
      open.current ??= text;
      throw thrown;
    }
  };
  useLeaving(() => void save().catch(tellError));
  const giveUp = () => {
    open.current = null;
  };
  return { typed, type, save, giveUp };
}
