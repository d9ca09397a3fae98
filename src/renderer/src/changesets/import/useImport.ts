import { useCallback, useEffect, useRef, useState } from 'react';
import { asAppError, invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import type { Sheet } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Collected, Given, Root } from '../../client/source.ts';
import { allowedFor } from '../../files/model/allowed.ts';
import { decimalMark } from '../../i18n/format.ts';
import { call, connected, stage } from '../../state/core.ts';
import { settlingTask, touchTask } from '../../fields/undo/tasks.ts';
import { sheetAmong } from './sheetAmong.ts';
import type { Named } from './sheetAmong.ts';

export type Step = 'file' | 'columns' | 'check' | 'plan';
type Adjustment = Omit<Input<'sheets.adjust'>, 'sheet' | 'beside'>;
type Beside = NonNullable<Input<'sheets.open'>['beside']>;
const NOTHING_LEFT: Omit<Collected, 'given'> = { unreadable: [], cut: false };

/** The state of an import, from the choice of the file to the preview. */
export interface Import {
  readonly step: Step;
  readonly sheet: Sheet | null;
  readonly plan: Changeset | null;
  readonly busy: boolean;
  readonly error: AppError | null;
  /** Opens the sheet among the given files; the others are images and models that it refers to. */
  readonly take: (roots: readonly Root[]) => void;
  readonly adjust: (adjustment: Adjustment) => void;
  readonly check: () => void;
  readonly goTo: (step: 'file' | 'columns') => void;
  /** The number of staged files that the sheet can refer to. */
  readonly beside: number;
  /** The given files that could not be taken. */
  readonly left: Omit<Collected, 'given'>;
}

/** Runs one import; closing the dialog closes the sheet and the changeset. */
export function useImport(kind: Kind, first: readonly Root[]): Import {
  const [step, setStep] = useState<Step>('file');
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [plan, setPlan] = useState<Changeset | null>(null);
  const [beside, setBeside] = useState(0);
  const [left, setLeft] = useState(NOTHING_LEFT);
  const { busy, error, run } = useRun();
  const newest = useNewest();
  const id = sheet?.sheet ?? null;
  useClosing(id);
  const take = useCallback(
    (roots: readonly Root[]) =>
      run(async () => {
        const { given, unreadable, cut } = await connected().collect(roots);
        const { sheet: chosen, beside: files } = sheetAmong(given, fitting(kind));
        if (chosen === null && id === null) throw noSheetAmong(given);
        const keep = newest(chosen !== null);
        const { named, refused } = await stageAll(kind, files);
        if (chosen !== null) {
          if (!(await keep(opened(kind, chosen, named), setSheet))) return;
          await close(id);
        } else if (id !== null) setSheet(await call('sheets.adjust', { sheet: id, beside: named }));
        setBeside((count) => (chosen === null ? count : 0) + files.length - refused.length);
        setLeft({ unreadable: [...unreadable, ...refused], cut });
        setPlan(null);
        setStep('columns');
      }),
    [kind, run, id, newest],
  );
  useFirst(first, take);
  const adjust = (adjustment: Adjustment) =>
    run(async () => {
      if (id !== null) setSheet(await adjusted(id, adjustment));
    });
  const check = () =>
    run(async () => {
      if (id === null) return;
      setStep('check');
      try {
        setPlan(await checked(id));
        setStep('plan');
      } catch (thrown) {
        setStep('columns');
        throw thrown;
      }
    });
  return {
    step,
    sheet,
    plan,
    busy,
    error,
    take,
    adjust,
    check,
    goTo: setStep,
    beside,
    left,
  };
}

type Keep = (opening: Promise<Sheet>, take: (sheet: Sheet) => void) => Promise<boolean>;

/** If several sheets are being opened, the last one given is kept; the others are closed here. */
function useNewest(): (isGiven: boolean) => Keep {
  const given = useRef(0);
  useEffect(
    () => () => {
      given.current += 1;
    },
    [],
  );
  return useCallback((isGiven) => {
    if (isGiven) given.current += 1;
    const own = given.current;
    return async (opening, take) => {
      const sheet = await opening;
      const isNewest = given.current === own;
      if (isNewest) take(sheet);
      else await close(sheet.sheet);
      return isNewest;
    };
  }, []);
}

/** Takes the files dropped on the list, once. */
function useFirst(roots: readonly Root[], take: (roots: readonly Root[]) => void): void {
  const began = useRef(false);
  useEffect(() => {
    if (began.current || roots.length === 0) return;
    began.current = true;
    take(roots);
  }, [roots, take]);
}

/** Returns a filter for the files that the kind can hold; other files of a folder are ignored. */
function fitting(kind: Kind): (file: Given) => boolean {
  const allowed = allowedFor(kind);
  return ({ name }) => allowed.some((extension) => name.toLowerCase().endsWith(extension));
}

/**
 * Stages the files that a sheet may refer to.
 *
 * A refused file that was chosen itself throws; one from a folder is only listed.
 */
async function stageAll(
  kind: Kind,
  files: readonly Named[],
): Promise<{ readonly named: Beside; readonly refused: readonly string[] }> {
  const named: Beside = [];
  const refused: string[] = [];
  for (const { given, names, inFolder } of files)
    try {
      const { file } = await stage(given.source, { kind });
      named.push(...names.map((name) => ({ name, file })));
    } catch (thrown) {
      if (!inFolder || asAppError(thrown).code !== 'rejected-file') throw thrown;
      refused.push(given.shown);
    }
  return { named, refused };
}

async function opened(kind: Kind, chosen: Given, beside: Beside): Promise<Sheet> {
  const { file } = await stage(chosen.source, {});
  const named = beside.length === 0 ? {} : { beside };
  const settle = settlingTask();
  const sheet = await call('sheets.open', { kind, file, habit: decimalMark(), ...named });
  settle();
  return sheet;
}

function adjusted(sheet: string, adjustment: Adjustment): Promise<Sheet> {
  touchTask('reading');
  return call('sheets.adjust', { sheet, ...adjustment });
}

async function checked(sheet: string): Promise<Changeset> {
  const settle = settlingTask();
  const plan = await call('sheets.check', { sheet });
  // The check also stores the meaning of the columns for the next similar sheet.
  settle();
  return plan;
}

function noSheetAmong(files: readonly Given[]): AppError {
  const value = files.map(({ name }) => name).join(', ');
  return invalid([{ place: 'file', value, expected: 'a sheet saved as XLSX, CSV or JSON' }]);
}

// Several adjustments may run at once: busy stays true until the last one is answered.
function useRun() {
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<AppError | null>(null);
  const run = useCallback((work: () => Promise<void>) => {
    setRunning((count) => count + 1);
    setError(null);
    void work()
      .catch((thrown: unknown) => setError(asAppError(thrown)))
      .finally(() => setRunning((count) => count - 1));
  }, []);
  return { busy: running > 0, error, run };
}

/** Closes the sheet in the core with the dialog; a running check is stopped first. */
function useClosing(sheet: string | null): void {
  const held = useRef(sheet);
  useEffect(() => {
    held.current = sheet;
  }, [sheet]);
  useEffect(() => () => void close(held.current), []);
}

async function close(sheet: string | null): Promise<void> {
  if (sheet === null) return;
  // If a call fails, the core drops the sheet at its next start.
  for (const name of ['changesets.stop', 'changesets.close'] as const)
    await call(name, { plan: sheet }).catch(() => {});
  await call('sheets.close', { sheet }).catch(() => {});
}
