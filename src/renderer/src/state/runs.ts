import i18next from 'i18next';
import { create } from 'zustand';
import { asAppError } from '#contract/errors.ts';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import type { Input, PullResult, PushResult } from '#contract/procedures.ts';
import type { SyncMode } from '#contract/automatic.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { toldError } from '../client/toldError.ts';
import { call } from './core.ts';
import { openDialog } from './dialogs.ts';
import { statusStore } from './status.ts';
import type { Running } from './status.ts';
import { toast, toastStanding } from './toasts.ts';

/** The three runs that a user can start. */
export type SyncRun = 'push' | 'pull' | 'sync';

/** The operations that a Send is limited to, by id; null means all. */
type Only = readonly string[] | null;

interface RunState {
  /** The run that was started last. */
  readonly last: SyncRun | null;
  /** A Send was pressed during another one and starts right after it. */
  readonly queued: boolean;
  /** The run that stopped at a 401 and resumes after the next sign-in. */
  readonly resume: SyncRun | null;
  /** The user signed out during the run, so it does not ask for a sign-in. */
  readonly isLeft: boolean;
  /** The operations of the run to resume; null means all. */
  readonly resumeOnly: Only;
  readonly lastPush: PushResult | null;
  readonly lastPull: PullResult | null;
  /**
   * Why the last run ended early, including runs that the core starts.
   *
   * The next successful run clears it.
   */
  readonly error: AppError | null;
}

// The user asked for the stop; a missing sign-in has its own dialog.
const QUIET: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['cancelled', 'unauthorized']);
const START: RunState = {
  last: null,
  queued: false,
  resume: null,
  isLeft: false,
  resumeOnly: null,
  lastPush: null,
  lastPull: null,
  error: null,
};
export const runStore = create<RunState>(() => START);

/**
 * Starts a run and resolves when it is over.
 *
 * Toasts, the pill or a dialog show the result; it never throws. The core queues a Send that is
 * pressed during another one and runs it next. A Send of some operations also sends the operations
 * that they need.
 */
export async function start(run: SyncRun, only: Only = null): Promise<void> {
  const { running } = statusStore.getState();
  if (running === 'push' && run !== 'pull') return behind(run, only);
  await carryOut(run, only);
}

async function behind(run: SyncRun, only: Only): Promise<void> {
  toast(i18next.t('frame.pushed.queued'));
  // Pressed again, it still runs once; the core counts the operations queued up to the last press.
  if (runStore.getState().queued) return again(run, only);
  runStore.setState({ queued: true });
  await carryOut(run, only).finally(() => runStore.setState({ queued: false }));
}

// The first press reports an early end. A Sync that was pressed during a push still needs its pull.
async function again(run: SyncRun, only: Only): Promise<void> {
  const reads = run === 'sync' && runStore.getState().last !== 'sync';
  if (reads) runStore.setState({ last: run });
  const stopped = await call('sync.push', what(only)).then(
    (result) => result.stopped !== null,
    () => true,
  );
  if (reads && !stopped) await carryOut('pull', null);
}

async function carryOut(run: SyncRun, only: Only): Promise<void> {
  runStore.setState({ last: run, error: null, resume: null, isLeft: false, resumeOnly: null });
  try {
    if (run !== 'pull' && !(await push(run, only))) return;
    if (run !== 'push') await pull();
  } catch (thrown) {
    fail(run, only, asAppError(thrown));
  }
}

/** The errors of a run that the service did not answer; they end when it answers again. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'offline',
  'timeout',
  'wrong-address',
  'untrusted',
  'client-certificate',
  'service',
]);

/** Follows the runs that the core starts; their errors appear and clear without the user. */
export function followRuns(client: Client): void {
  statusStore.subscribe(({ connection }, { connection: earlier }) => {
    const { error } = runStore.getState();
    if (connection !== 'online' || connection === earlier || error === null) return;
    if (UNANSWERED.has(error.code)) runStore.setState({ error: null });
  });
  let before: Running = 'idle';
  // The run that was active when another one failed. Its success does not clear that error.
  let beside: Running | null = null;
  client.on('sync.state', ({ running, error, automatic }) => {
    const over = before;
    before = running;
    // The pill shows a lost connection. Nobody has asked for an automatic run.
    if (automatic === true && error !== null && UNANSWERED.has(error.code)) return;
    if (error === null) {
      const isEnd = running === 'idle' || (over === 'push' && running === 'pull');
      if (!isEnd) return;
      const isOther = over === beside;
      beside = null;
      if (!isOther) runStore.setState({ error: null });
      return;
    }
    beside = running === 'idle' ? null : running;
    runStore.setState({ error: QUIET.has(error.code) ? null : toldError(error) });
  });
}

/** Stops the active run; finished operations stay finished. */
export async function stopRun(): Promise<void> {
  await call('sync.stop', {}).catch((thrown: unknown) => {
    runStore.setState({ error: asAppError(thrown) });
  });
}

/** Pauses or continues automatic sync, or begins to work offline. */
export function setSyncMode(mode: SyncMode): void {
  call('sync.automatic', { mode })
    .then((automatic) => statusStore.setState({ automatic }))
    .catch((thrown: unknown) => {
      runStore.setState({ error: asAppError(thrown) });
    });
}

/** Resumes the stopped run after a sign-in, or starts the first pull. */
export function goOn(): void {
  const { resume, resumeOnly } = runStore.getState();
  const { status } = statusStore.getState();
  const empty = status !== null && Object.values(status.lastPull).every((at) => at === null);
  if (resume !== null) void start(resume, resumeOnly);
  else if (empty) void start('pull');
}

function what(only: Only): Input<'sync.push'> {
  return only === null ? { patience: 0 } : { patience: 0, operations: [...only] };
}

// Patience is 0: the core itself later retries operations that must wait, such as those with a lost
// response.
async function push(run: SyncRun, only: Only): Promise<boolean> {
  const result = await call('sync.push', what(only));
  runStore.setState({ lastPush: result });
  if (result.done > 0) toast(i18next.t('frame.pushed.done', { count: result.done }));
  else if (run === 'push' && nothingLeft(result)) toastStanding(i18next.t('frame.pushed.nothing'));
  if (result.stopped?.code === 'unauthorized') askToSignIn(run, only);
  return result.stopped === null;
}

function nothingLeft({ stopped, waiting, unknown, refused, conflict }: PushResult): boolean {
  return stopped === null && waiting + unknown + refused + conflict === 0;
}

async function pull(): Promise<void> {
  const result = await call('sync.pull', {});
  runStore.setState({ lastPull: result });
  toastStanding(i18next.t('frame.pushed.read'));
}

function fail(run: SyncRun, only: Only, error: AppError): void {
  if (error.code === 'unauthorized') askToSignIn(run, only);
  else if (!QUIET.has(error.code)) runStore.setState({ error });
}

/** Notes that the user signed out: no run is offered again. */
export function leaveRun(): void {
  runStore.setState({ resume: null, isLeft: true, resumeOnly: null });
}

function askToSignIn(run: SyncRun, only: Only): void {
  if (runStore.getState().isLeft) return;
  runStore.setState({ resume: run, resumeOnly: only });
  openDialog({ id: 'signIn' });
}
