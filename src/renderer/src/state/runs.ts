import i18next from 'i18next';
import { create } from 'zustand';
import { asAppError } from '#contract/errors.ts';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import type { Input, PullResult, PushResult } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { toldError } from '../client/toldError.ts';
import { call } from './core.ts';
import { openDialog } from './dialogs.ts';
import { statusStore } from './status.ts';
import type { Running } from './status.ts';
import { toast, toastStanding } from './toasts.ts';

/** The three things a person can ask of the service. */
export type SyncRun = 'push' | 'pull' | 'sync';

/** The operations that a Send is about, by id; null means all. */
type Only = readonly string[] | null;

interface RunState {
  /** The run that was asked for last. */
  readonly last: SyncRun | null;
  /** A Send was pressed while another is under way: it goes right behind that one. */
  readonly queued: boolean;
  /** The run that stopped at a 401 and goes on after the next sign-in. */
  readonly resume: SyncRun | null;
  /** The operations that it was about; null where it was about all. */
  readonly resumeOnly: Only;
  readonly lastPush: PushResult | null;
  readonly lastPull: PullResult | null;
  /** Why the last run ended early, the core's own runs too; over with the next one that succeeds. */
  readonly error: AppError | null;
}

// A stop was asked for, and a sign-in has its own dialog.
const QUIET: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['cancelled', 'unauthorized']);
const START: RunState = {
  last: null,
  queued: false,
  resume: null,
  resumeOnly: null,
  lastPush: null,
  lastPull: null,
  error: null,
};
export const runStore = create<RunState>(() => START);

/**
 * Starts a run and answers when it is over; its end is told by toast, pill or dialog, never thrown. A
 * Send pressed while another is under way, the core's own too, is taken by the core and goes behind it. A Send of
 * some operations sends those and what they need.
 */
export async function start(run: SyncRun, only: Only = null): Promise<void> {
  const { running } = statusStore.getState();
  if (running === 'push' && run !== 'pull') return behind(run, only);
  await carryOut(run, only);
}

async function behind(run: SyncRun, only: Only): Promise<void> {
  toast(i18next.t('frame.pushed.queued'));
  // Pressed again, it still goes once; the core counts what was queued up to the last press.
  if (runStore.getState().queued) return again(run, only);
  runStore.setState({ queued: true });
  await carryOut(run, only).finally(() => runStore.setState({ queued: false }));
}

// Why it ended early is told by the one that was pressed first. Of a Sync the reading is still to come.
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
  runStore.setState({ last: run, error: null, resume: null, resumeOnly: null });
  try {
    if (run !== 'pull' && !(await push(run, only))) return;
    if (run !== 'push') await pull();
  } catch (thrown) {
    fail(run, only, asAppError(thrown));
  }
}

/** Follows the runs that the core starts by itself: their errors come and go without a person. */
export function followRuns(client: Client): void {
  let before: Running = 'idle';
  // Under way when another one ended early: that it goes well itself says nothing of that one.
  let beside: Running | null = null;
  client.on('sync.state', ({ running, error }) => {
    const over = before;
    before = running;
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

/** Stops what is running; what was finished stays finished. */
export async function stopRun(): Promise<void> {
  await call('sync.stop', {}).catch((thrown: unknown) => {
    runStore.setState({ error: asAppError(thrown) });
  });
}

/** After a sign-in: goes on with what stopped, or reads the catalogue that was never read. */
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

// No patience: what must wait (a lost answer that may still settle) the core takes up by itself.
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

function askToSignIn(run: SyncRun, only: Only): void {
  runStore.setState({ resume: run, resumeOnly: only });
  openDialog({ id: 'signIn' });
}
