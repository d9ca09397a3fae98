import { DRAWING_PATH } from '#contract/files/drawing.ts';
import { ModelFault } from '#formats/model/types.ts';
import type { AskOptions } from './asking.ts';

/** Time limit for one drawing. */
const DRAWING_MS = 10_000;

/** A started frame, and the promise of its page. */
interface Started {
  readonly frame: HTMLIFrameElement;
  readonly loaded: Promise<void>;
}

/**
 * A frame that draws SVG files, one after the other.
 *
 * Chromium runs it in a process of its own. It is removed when a drawing takes too long or when it
 * is not needed.
 */
export class DrawingFrame {
  #started: Started | null = null;

  /** Returns an SVG as a PNG. Rejects with `ModelFault`, or with the signal's reason. */
  async draw(svg: Blob, longest: number, { signal, limits }: AskOptions = {}): Promise<Blob> {
    const milliseconds = Math.min(limits?.milliseconds ?? DRAWING_MS, DRAWING_MS);
    const started = (this.#started ??= start());
    const { port1, port2 } = new MessageChannel();
    const stop = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => stop.reject(new ModelFault('stopped', { seconds: Math.round(milliseconds / 1000) })),
      milliseconds,
    );
    const onAbort = () => stop.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      signal?.throwIfAborted();
      await Promise.race([started.loaded, stop.promise]);
      const answer = nextMessage(port1);
      started.frame.contentWindow?.postMessage({ svg, longest }, '*', [port2]);
      return pngOf(await Promise.race([answer, stop.promise]));
    } catch (thrown) {
      this.close();
      throw thrown;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      port1.close();
    }
  }

  /** Removes the frame at once; the next drawing starts another. */
  close(): void {
    this.#started?.frame.remove();
    this.#started = null;
  }
}

function start(): Started {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.hidden = true;
  frame.src = DRAWING_PATH;
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  document.body.append(frame);
  return { frame, loaded };
}

function nextMessage(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data), { once: true });
    port.start();
  });
}

function pngOf(answer: unknown): Blob {
  if (typeof answer === 'object' && answer !== null && 'png' in answer)
    if (answer.png instanceof Blob) return answer.png;
  const fault = typeof answer === 'object' && answer !== null && 'fault' in answer;
  throw new ModelFault('imageBroken', { offset: 0 }, fault ? String(answer.fault) : '');
}
