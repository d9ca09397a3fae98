import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError, asAppError } from '#contract/errors.ts';
import { events } from '#contract/events.ts';
import type { Emit, EventName } from '#contract/events.ts';
import { connect } from '#contract/rpc/connect.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { workerMessage } from './hostProtocol.ts';
import type { HostMessage, ProxyQuestion, SecretQuestion, WorkerMessage } from './hostProtocol.ts';
import { systemClock } from './nodePlatform.ts';
import type { Platform } from '../platform/platform.ts';
import { portChannel } from './portChannel.ts';
import { isSecretOf } from '../workspace/secretName.ts';
import { ReadBarrier } from './projectionSequence.ts';

/** A running writer in its own thread. */
export interface WriterThread {
  readonly client: Client;
  /** Tracks the rows that the writer announced before writing them. */
  readonly told: ReadBarrier;
  /** Resolves when the thread has ended: with its error, or null after a requested end. */
  readonly ended: Promise<AppError | null>;
  /** Stops running work, waits until it is on disk, and ends the thread. */
  readonly close: () => Promise<void>;
}

const CLOSING_MS = 20_000;
/**
 * Megabytes. From two gigabytes on, V8 lets a heap grow fourfold before it collects. After a first
 * pull that was a hundred megabytes of unused memory.
 */
const ROOM = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 2_000 };

/**
 * Compiles functions at their first call.
 *
 * Otherwise V8 interprets each function until it has run for a while. A user edits now and then, so
 * the first sixty edits after a start are most of them.
 */
const COMPILE_AT_ONCE = '--always-sparkplug';

/**
 * Starts the writer's thread.
 *
 * Rejects with the writer's own error, such as `busy`.
 */
export async function startWriterThread(
  platform: Platform,
  url: URL,
  emit: Emit,
): Promise<WriterThread> {
  const { dataDir, profile, policy } = platform;
  const written = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const told = new ReadBarrier(written);
  setFlagsFromString(COMPILE_AT_ONCE);
  const worker = new Worker(url, {
    name: 'cabinet-writer',
    workerData: { dataDir, profile, policy, written },
    execArgv: [],
    resourceLimits: ROOM,
  });
  const ended = endOf(worker);
  const client = connect(portChannel(worker));
  const heard: Emit = (name, data) => emit(name, told.hear(name, data));
  for (const name of Object.keys(events) as EventName[]) forward(client, name, heard);
  await ready(worker, platform, ended, told.release);
  return { client, told, ended, close: () => close(worker) };
}

function forward(client: Client, name: EventName, emit: Emit): void {
  client.on(name, (data) => emit(name, data));
}

function endOf(worker: Worker): Promise<AppError | null> {
  let cause: unknown = null;
  // Without this listener, an error of the thread would end the whole program.
  worker.on('error', (thrown) => {
    cause = thrown;
  });
  return new Promise((resolve) => {
    worker.on('exit', (code) => {
      if (cause !== null) resolve(asAppError(cause));
      else resolve(code === 0 ? null : new AppError('internal', `The writer ended with ${code}.`));
    });
  });
}

function ready(
  worker: Worker,
  platform: Platform,
  ended: Promise<AppError | null>,
  caughtUp: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      const parsed = workerMessage.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'ready') resolve();
      else if (parsed.data.type === 'caught-up') caughtUp();
      else if (parsed.data.type === 'failed') reject(failureOf(parsed.data));
      else if (parsed.data.type === 'log') platform.log(parsed.data.level, parsed.data.sentence);
      else if (parsed.data.type === 'proxy') void answerProxy(worker, platform, parsed.data);
      else void answerSecret(worker, platform, parsed.data);
    });
    void ended.then((error) =>
      reject(error ?? new AppError('internal', 'The writer ended before it was ready.')),
    );
  });
}

function failureOf(message: Extract<WorkerMessage, { type: 'failed' }>): AppError {
  const { code, message: text, ...details } = message.error;
  return new AppError(code, text, details);
}

async function answerSecret(
  worker: Worker,
  platform: Platform,
  question: SecretQuestion,
): Promise<void> {
  const answer = (value: string | null, error: AppError | null) => {
    const data = error?.toData() ?? null;
    tell(worker, { type: 'secret-answer', id: question.id, value, error: data });
  };
  try {
    answer(await lookUp(platform, question), null);
  } catch (thrown) {
    answer(null, asAppError(thrown));
  }
}

async function answerProxy(worker: Worker, platform: Platform, { id, url }: ProxyQuestion) {
  const answer = (ways: readonly string[], error: AppError | null) =>
    tell(worker, { type: 'proxy-answer', id, ways: [...ways], error: error?.toData() ?? null });
  try {
    answer((await platform.systemProxy?.(url)) ?? ['direct'], null);
  } catch (thrown) {
    answer([], asAppError(thrown));
  }
}

async function lookUp(platform: Platform, question: SecretQuestion): Promise<string | null> {
  const { action, name, value } = question;
  if (action === 'seals') return (await platform.secrets.seals?.()) === true ? 'yes' : null;
  if (!isSecretOf(platform.profile, name))
    throw new AppError('internal', 'The writer may only use the token of its own profile.');
  if (action === 'get') return platform.secrets.get(name);
  if (action === 'set') await platform.secrets.set(name, value ?? '');
  else if (action === 'remove-copied') await platform.secrets.removeCopied?.(name);
  else await platform.secrets.remove(name);
  return null;
}

async function close(worker: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    worker.on('exit', () => resolve());
  });
  // A thread that has ended has no id and emits no second exit event.
  if (worker.threadId === -1) return;
  tell(worker, { type: 'close' });
  const ended = new AbortController();
  // A thread runs in real time, even when its host has a simulated clock.
  const late = systemClock.sleep(CLOSING_MS, ended.signal);
  void late.then(() => (ended.signal.aborted ? 0 : worker.terminate()));
  await gone;
  ended.abort();
}

function tell(port: Worker, message: HostMessage): void {
  port.postMessage(message);
}
