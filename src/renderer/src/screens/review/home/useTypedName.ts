import { useRef, useState } from 'react';
import { tellError } from '../../../ui/tellError.ts';
import { useLeaving } from '../../../ui/useLeaving.ts';

interface TypedName {
  readonly typed: string;
  readonly type: (name: string) => void;
  /** Saves what was typed where it is another name; throws what saving throws, and stays open then. */
  readonly save: () => Promise<void>;
  readonly giveUp: () => void;
}

/**
 * A name that is typed in place of another. It is saved when its box is left, by a key to elsewhere too, unless it
 * was given up.
 */
export function useTypedName(name: string, rename: (name: string) => Promise<unknown>): TypedName {
  const [typed, setTyped] = useState(name);
  // Null when there is nothing to save: nothing was typed, or it is saved or given up.
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
