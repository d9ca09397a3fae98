import type { Answer, Answers, Question, Request } from './protocol.ts';
import { LIMITS, ModelFault } from '#formats/model/types.ts';
import type { Limits } from '#formats/model/types.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

type Reply<R extends Request> = Answers[R['ask']];

/**
 * A worker that reads untrusted files.
 *
 * It is terminated when it takes too long, crashes or is not needed.
 */
export class Reader {
  #worker: Worker | null = null;
  #next = 0;

  /**
   * Sends one request.
   *
   * Rejects with `ModelFault`, or with the signal's reason.
   */
  ask<R extends Request>(request: R, { signal, limits }: AskOptions = {}): Promise<Reply<R>> {
    const all = { ...LIMITS, ...limits };
    const worker = (this.#worker ??= start());
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      const end = (thrown: Error) => {
        this.close();
        settle();
        reject(thrown);
      };
      const seconds = Math.round(all.milliseconds / 1000);
      const timer = setTimeout(() => end(new ModelFault('stopped', { seconds })), all.milliseconds);
      const onAbort = () =>
        end(
          signal?.reason instanceof Error
            ? signal.reason
            : new DOMException('Stopped', 'AbortError'),
        );
      const onError = (event: ErrorEvent) =>
        end(new ModelFault('unreadable', { format: '' }, event.message));
      const onMessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== id) return;
        settle();
        if ('fault' in data)
          reject(new ModelFault(data.fault.code, data.fault.params, data.fault.detail));
        else resolve(data.value as Reply<R>);
      };
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        worker.removeEventListener('message', onMessage);
        worker.removeEventListener('error', onError);
      };
      worker.addEventListener('message', onMessage);
      worker.addEventListener('error', onError);
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted === true) return onAbort();
      worker.postMessage({ id, request, limits: all } satisfies Question, []);
    });
  }

  /** Terminates the worker at once; the next request starts another. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

function start(): Worker {
  return new Worker(new URL('./worker/model.worker.ts', import.meta.url), { type: 'module' });
}
