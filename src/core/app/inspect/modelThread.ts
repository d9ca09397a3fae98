import { Worker } from 'node:worker_threads';
import { asAppError } from '#contract/errors.ts';
import { LIMITS } from '#formats/model/types.ts';
import { faultSentence } from '#formats/say.ts';
import type { Clock } from '../../platform/platform.ts';
import { modelAnswer } from './protocol.ts';
import type { ModelAnswer, ModelQuestion } from './protocol.ts';

/** Megabytes; the largest accepted model takes less than half of it. */
const ROOM = { maxOldGenerationSizeMb: 4096 };

/**
 * Reads models and pictures in a thread, one after the other.
 *
 * A read that exceeds the window's time limit ends the thread and returns a note. The next read
 * starts a new thread.
 */
export class ModelThread {
  readonly #entry;
  readonly #clock;
  readonly #milliseconds;
  #worker: Worker | null = null;

  constructor(entry: URL, clock: Pick<Clock, 'sleep'>, milliseconds: number = LIMITS.milliseconds) {
    this.#entry = entry;
    this.#clock = clock;
    this.#milliseconds = milliseconds;
  }

  /** Reads one file; never rejects. */
  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    const worker = (this.#worker ??= start(this.#entry));
    const timer = new AbortController();
    const answered = answerOf(worker, question);
    const late = this.#clock.sleep(this.#milliseconds, timer.signal).then(() => null);
    const answer = await Promise.race([answered.answer, late]);
    timer.abort();
    answered.forget();
    if (answer !== null && answer !== 'lost') return answer;
    await this.close();
    return answer === null ? stoppedAfter(this.#milliseconds) : lost(answered.said());
  }

  /** Ends the thread, even during a read. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/**
 * Starts the thread without an environment.
 *
 * Output of the readers is captured, because stdout holds only one document.
 */
function start(entry: URL): Worker {
  const worker = new Worker(entry, {
    name: 'cabinet-models',
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: ROOM,
  });
  // Without a listener, an error of the thread would end the whole program.
  return worker.on('error', () => {});
}

function answerOf(worker: Worker, question: ModelQuestion) {
  const { promise, resolve } = Promise.withResolvers<ModelAnswer | 'lost'>();
  let said = '';
  const onMessage = (message: unknown) => resolve(modelAnswer.parse(message));
  const onError = (thrown: unknown) => {
    said = asAppError(thrown).message;
    resolve('lost');
  };
  const onExit = (code: number) => {
    said ||= `the thread ended with ${code}`;
    resolve('lost');
  };
  worker.on('message', onMessage).on('messageerror', onError);
  worker.on('error', onError).on('exit', onExit);
  worker.postMessage(question, []);
  const forget = () => {
    worker.off('message', onMessage).off('messageerror', onError);
    worker.off('error', onError).off('exit', onExit);
  };
  return { answer: promise, forget, said: () => said };
}

function lost(said: string): ModelAnswer {
  const fault = faultSentence({ code: 'unreadable', params: { format: said } });
  return { faults: [fault], notes: [], model: null };
}

/** Returns a note instead of a fault, because the file can still be sent. */
function stoppedAfter(milliseconds: number): ModelAnswer {
  const seconds = Math.round(milliseconds / 1000);
  const note = faultSentence({ code: 'stopped', params: { seconds } });
  return { faults: [], notes: [note], model: null };
}
