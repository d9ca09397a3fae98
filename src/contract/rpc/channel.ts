import { errorData } from '../errors.ts';
import { z } from '../zod.ts';

/** The frames between a window and the core; only JSON values. */
export const frame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    id: z.number().int(),
    name: z.string(),
    input: z.unknown(),
    /** The profile that the calling page shows. */
    profile: z.string().optional(),
  }),
  z.object({ type: z.literal('result'), id: z.number().int(), value: z.unknown() }),
  z.object({ type: z.literal('fault'), id: z.number().int(), error: errorData }),
  z.object({ type: z.literal('event'), name: z.string(), data: z.unknown() }),
]);
export type Frame = z.infer<typeof frame>;

/** A two-way transport of frames: Electron IPC, a WebSocket, a worker's port, or memory. */
export interface Channel {
  readonly send: (frame: Frame) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
}

/** A transport that its owner can close. */
export interface ClosableChannel extends Channel {
  readonly close: () => void;
}

/**
 * Returns two connected channels in one process.
 *
 * Frames are cloned, as in every real transport.
 */
export function memoryChannels(): readonly [ClosableChannel, ClosableChannel] {
  const [left, right] = [new End(), new End()];
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class End implements ClosableChannel {
  peer: End | undefined;
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #closers: (() => void)[] = [];
  readonly send = (message: Frame) => {
    const copy: unknown = JSON.parse(JSON.stringify(message));
    void Promise.resolve().then(() => this.peer?.receive(copy));
  };
  readonly onMessage = (listener: (message: unknown) => void) => {
    this.#listeners.push(listener);
  };
  readonly onClose = (listener: () => void) => {
    this.#closers.push(listener);
  };
  readonly close = () => {
    const { peer } = this;
    this.peer = undefined;
    for (const listener of this.#closers) listener();
    peer?.close();
  };
  receive(message: unknown): void {
    for (const listener of this.#listeners) listener(message);
  }
}
