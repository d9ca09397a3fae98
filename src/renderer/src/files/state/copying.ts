import { asAppError } from '#contract/errors.ts';
import type { Source } from '../../client/source.ts';
import { call, stage } from '../../state/core.ts';
import { isUnderWay, lookOf } from '../model/intake.ts';
import type { GivenFile, Intake } from '../model/intake.ts';
import { intakeOf, intakeStore, setCopy, setFiles, setIntake } from './intakeStore.ts';

/** Copies made at once: a disk gains nothing from more, and the window must stay quick. */
const SIDE_BY_SIDE = 3;
/** A large file tells of itself no oftener than the eye can follow. */
const TELL_EVERY_MS = 80;

/** Where the files lie, which no store can hold, until they are copied. */
const sources = new Map<string, Source>();
const running = new Map<string, { readonly intake: string; readonly stop: AbortController }>();
const listeners = new Set<(intake: string) => void>();

/** Remembers where the file behind a line lies, until it is copied. */
export function keepSource(id: string, source: Source): void {
  sources.set(id, source);
}

/** Tells when no file of an intake is being copied or waits to be. */
export function onCopied(listener: (intake: string) => void): void {
  listeners.add(listener);
}

/** Copies what waits, a few at a time, the oldest intake first. */
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
    // What belongs to a model is no file of the kind: no upload of the service would take it.
    const taken = lookOf(name) === 'companion' ? null : (choice?.target?.kind ?? kind);
    const use = { kind: taken ?? undefined };
    const kept = await stage(source, use, { signal: stop.signal, onProgress });
    await keep(intake, id, kept);
  } catch (thrown) {
    const error = asAppError(thrown);
    // What was stopped may be wanted again.
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
  // The intake was let go while its last bytes came in.
  if (intakeOf(intake) === undefined) await call('files.unstage', { files: [file] });
  else setCopy(intake, id, { state: 'kept', staged: file, sha256 });
}

/** Tells whether no file of an intake is being copied or waits to be. */
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

/** Tries the copies that failed once more, or one of them, and nothing else. */
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

/** What is left of an intake that was queued is to be decided about, with a way to do that. */
export function reopen(id: string): void {
  if (intakeOf(id)?.phase === 'queued') setIntake(id, { phase: 'open' });
}

function again({ copy: was }: GivenFile): GivenFile['copy'] {
  return was.state === 'failed' ? { state: 'waiting' } : was;
}

/** Stops the copies of an intake, or of one file of it. */
export function stopCopies(intake: string, only?: string): void {
  for (const [id, each] of running)
    if (each.intake === intake && (only === undefined || id === only)) each.stop.abort();
}

/** Lets go of everything that was copied for files that will not be queued. */
export async function releaseFiles(files: readonly GivenFile[]): Promise<void> {
  for (const { id } of files) sources.delete(id);
  const staged = files.flatMap(({ copy: { ...each } }) =>
    each.state === 'kept' ? [each.staged] : [],
  );
  if (staged.length > 0) await call('files.unstage', { files: staged });
}
