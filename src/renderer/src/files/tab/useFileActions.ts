import { useRef, useState } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import { useForm } from '../../fields/form.ts';
import { undoField } from '../../fields/undo.ts';
import { call } from '../../state/core.ts';
import { useFailure } from '../../ui/useFailure.ts';
import { pickFiles } from '../drop/pick.ts';
import { allowedIn } from '../model/allowed.ts';
import type { FileTarget } from '../model/intake.ts';
import { takeForRecord } from '../state/intake.ts';
import { moved, without } from './shownFiles.ts';
import type { ShownFile } from './shownFiles.ts';

/** Actions on the files of one field of an existing record. */
export interface FileActions {
  readonly add: () => void;
  readonly replace: (file: ShownFile) => void;
  readonly remove: (file: ShownFile) => void;
  readonly move: (from: number, to: number) => void;
  /** Undoes every pending change of the field. */
  readonly undo: () => void;
  readonly busy: boolean;
  readonly error: AppError | null;
}

interface Options {
  readonly target: FileTarget;
  readonly name: string;
  readonly files: readonly ShownFile[];
  /** True when the field holds several files. */
  readonly isList: boolean;
  readonly reload: () => Promise<void>;
}

/**
 * Returns the actions of a file field.
 *
 * Each action is queued at once; an error is shown in the field.
 */
export function useFileActions({ target, name, files, isList, reload }: Options): FileActions {
  const { record } = useForm();
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const { error, fail, clear } = useFailure();
  const { kind, record: id } = target;
  const run = (work: () => Promise<unknown>) => {
    // Actions run one at a time: a second one would use the old list and revert the first.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    clear();
    work()
      .then(reload)
      .catch(fail)
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };
  const queue = (list: readonly Json[]) => {
    const values: Record<string, Json> = { [name]: list };
    run(() => call('records.update', { kind, ref: id, values, files: [], base: record }));
  };
  const pick = (what: 'file' | 'files', instead?: string) => {
    clear();
    pickFiles(allowedIn(kind, name), what)
      .then((collected) => takeForRecord(target, collected, instead))
      .catch(fail);
  };
  return {
    add: () => pick(isList ? 'files' : 'file'),
    replace: (file) => pick('file', file.item.path ?? stagedOf(file)),
    remove: (file) => {
      const { replaces } = file;
      // Removing a replacement restores the replaced file.
      if (!isList) undo();
      else if (replaces === null) queue(valuesOf(without(files, file)));
      else queue(files.map((each) => (each === file ? replaces.of.path : each.item.value)));
    },
    move: (from, to) => queue(valuesOf(moved(files, from, to))),
    undo,
    busy,
    error,
  };
  function undo(): void {
    run(() => undoField(kind, id, name));
  }
}

function valuesOf(files: readonly ShownFile[]): readonly Json[] {
  return files.map(({ item }) => item.value);
}

function stagedOf({ of }: ShownFile): string | undefined {
  return 'file' in of ? of.file : undefined;
}
