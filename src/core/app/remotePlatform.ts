import type { MessagePort } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import { hostMessage } from './hostProtocol.ts';
import type { HostMessage, SecretQuestion, WorkerMessage, WorkerSetup } from './hostProtocol.ts';
import { systemSeams } from './nodePlatform.ts';
import type { Platform, Secrets } from '../platform/platform.ts';

/**
 * Returns the platform of the writer's thread.
 *
 * Secrets and the log stay with the host.
 */
export function remotePlatform(port: MessagePort, setup: WorkerSetup): Platform {
  const { dataDir, profile, policy } = setup;
  return {
    dataDir,
    profile,
    policy,
    ...systemSeams,
    secrets: remoteSecrets(port),
    log: (level, sentence) => post(port, { type: 'log', level, sentence }),
  };
}

/** Sends a message of the host protocol. */
export function post(port: MessagePort, message: WorkerMessage): void {
  port.postMessage(message);
}

/** Listens to messages of the host; ignores other messages. */
export function onHostMessage(port: MessagePort, listener: (message: HostMessage) => void): void {
  port.on('message', (message: unknown) => {
    const parsed = hostMessage.safeParse(message);
    if (parsed.success) listener(parsed.data);
  });
}

interface Pending {
  readonly resolve: (value: string | null) => void;
  readonly reject: (error: AppError) => void;
}

function remoteSecrets(port: MessagePort): Secrets {
  const waiting = new Map<number, Pending>();
  let last = 0;
  onHostMessage(port, (message) => {
    if (message.type !== 'secret-answer') return;
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === null) return pending?.resolve(message.value);
    const { code, message: text, ...details } = message.error;
    pending?.reject(new AppError(code, text, details));
  });
  const ask = (action: SecretQuestion['action'], name: string, value: string | null) =>
    new Promise<string | null>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      post(port, { type: 'secret', id, action, name, value });
    });
  return {
    get: (name) => ask('get', name, null),
    set: async (name, value) => void (await ask('set', name, value)),
    remove: async (name) => void (await ask('remove', name, null)),
    removeCopied: async (name) => void (await ask('remove-copied', name, null)),
  };
}
