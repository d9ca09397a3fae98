import { asAppError } from '#contract/errors.ts';
import type { Source } from '../../client/source.ts';
import { call, stage } from '../../state/core.ts';
import { isUnderWay, lookOf } from '../model/intake.ts';
import type { GivenFile, Intake } from '../model/intake.ts';
import { intakeOf, intakeStore, setCopy, setFiles, setIntake } from './intakeStore.ts';

/** Copies made at once. More gains nothing on a disk, and the window must stay responsive. */
const SIDE_BY_SIDE = 3;
/** Minimum time between two progress updates of one file. */
const TELL_EVERY_MS = 80;

/** The sources of files until they are copied; a store cannot hold them. */
const sources = new Map<string, Source>();
const running = new Map<string, { readonly intake: string; readonly stop: AbortController }>();
const listeners = new Set<(intake: string) => void>();

/** Remembers the source of a file until it is copied. */
export function keepSource(id: string, source: Source): void {
  sources.set(id, source);
}

/** Calls `listener` when an intake has no more copies to make. */
export function onCopied(listener: (intake: string) => void): void {
  listeners.add(listener);
}

/** Copies waiting files, a few at a time, oldest intake first. */
export function pump(): void {
  while (running.size < SIDE_BY_SIDE) {
    const next = nextWaiting();
    if (next === null) return;
    void copy(next.intake, next.file);
  }
}

function nextWaiting(): { intake: Intake; file: GivenFile } | null {
  for (const intake of intakeStore.getState().intakes) {
    const file = intake.files.find((each) => isWanted(each) && each.copy.state === 'waiting');
    if (file !== undefined) return { intake, file };
  }
  return null;
}

function isWanted({ id, unfit, choice }: GivenFile): boolean {
  return unfit === null && choice?.out !== true && sources.has(id);
}

async function copy({ id: intake, kind }: Intake, { id, name, choice }: GivenFile): Promise<void> {
  const stop = new AbortController();
  running.set(id, { intake, stop });
  setCopy(intake, id, { state: 'copying', done: 0 });
  try {
    const source = sources.get(id);
    if (source === undefined) return;
    const onProgress = seldom((done) => setCopy(intake, id, { state: 'copying', done }));
    // A companion of a model is no upload of its kind, so it is staged without a kind.
    const taken = lookOf(name) === 'companion' ? null : (choice?.target?.kind ?? kind);
    const use = { kind: taken ?? undefined };
    const kept = await stage(source, use, { signal: stop.signal, onProgress });
    await keep(intake, id, kept);
  } catch (thrown) {
    const error = asAppError(thrown);
    // The user may want a cancelled file again.
    const copied = error.code === 'cancelled' ? ({ state: 'waiting' } as const) : null;
    setCopy(intake, id, copied ?? { state: 'failed', error });
  } finally {
    running.delete(id);
    pump();
    if (isSettled(intake)) for (const listener of listeners) listener(intake);
  }
}

async function keep(
  intake: string,
  id: string,
  { file, sha256 }: { file: string; sha256: string },
): Promise<void> {
  sources.delete(id);
  // The intake was cancelled during the copy.
  if (intakeOf(intake) === undefined) await call('files.unstage', { files: [file] });
  else setCopy(intake, id, { state: 'kept', staged: file, sha256 });
}

/** Returns whether an intake has no more copies to make. */
export function isSettled(id: string): boolean {
  const files = intakeOf(id)?.files ?? [];
  return !files.some((file) => isWanted(file) && isUnderWay(file));
}

function seldom(tell: (done: number) => void): (done: number) => void {
  let last = 0;
  return (done) => {
    const now = performance.now();
    if (now - last < TELL_EVERY_MS) return;
    last = now;
    tell(done);
  };
}

/** Retries failed copies and refused files, or only one of them. */
export function retryFailed(intake: string, only?: string): void {
  reopen(intake);
  setFiles(intake, (file) =>
    (file.copy.state === 'failed' || file.refused !== null) &&
    (only === undefined || file.id === only)
      ? { ...file, refused: null, copy: again(file) }
      : file,
  );
  pump();
}

/** Reopens a queued intake, so that the user can decide about the rest. */
export function reopen(id: string): void {
  if (intakeOf(id)?.phase === 'queued') setIntake(id, { phase: 'open' });
}

function again({ copy: was }: GivenFile): GivenFile['copy'] {
  return was.state === 'failed' ? { state: 'waiting' } : was;
}

/** Stops the copies of an intake, or of one of its files. */
export function stopCopies(intake: string, only?: string): void {
  for (const [id, each] of running)
    if (each.intake === intake && (only === undefined || id === only)) each.stop.abort();
}

/** Releases the staged copies of files that will not be queued. */
export async function releaseFiles(files: readonly GivenFile[]): Promise<void> {
  for (const { id } of files) sources.delete(id);
  const staged = files.flatMap(({ copy: { ...each } }) =>
    each.state === 'kept' ? [each.staged] : [],
  );
  if (staged.length > 0) await call('files.unstage', { files: staged });
}
