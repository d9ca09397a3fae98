import type { MessagePort } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import { hostMessage } from './hostProtocol.ts';
import type { HostMessage, SecretQuestion, WorkerMessage, WorkerSetup } from './hostProtocol.ts';
import { systemSeams } from './nodePlatform.ts';
import type { Platform, Secrets, SystemProxy } from '../platform/platform.ts';

/**
 * Returns the platform of the writer's thread.
 *
 * Secrets, the settings of the system and the log stay with the host.
 */
export function remotePlatform(port: MessagePort, setup: WorkerSetup): Platform {
  const { dataDir, profile, policy } = setup;
  return {
    dataDir,
    profile,
    policy,
    ...systemSeams,
    secrets: remoteSecrets(port),
    systemProxy: remoteProxy(port),
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

type HostAnswer = Extract<HostMessage, { readonly id: number }>;

interface Pending<A> {
  readonly resolve: (answer: A) => void;
  readonly reject: (error: AppError) => void;
}

/** Returns a function that asks the host; its answers have this type. */
function asking<T extends HostAnswer['type']>(port: MessagePort, type: T) {
  type Answer = Extract<HostAnswer, { readonly type: T }>;
  const isAnswer = (message: HostMessage): message is Answer => message.type === type;
  const waiting = new Map<number, Pending<Answer>>();
  let last = 0;
  onHostMessage(port, (message) => {
    if (!isAnswer(message)) return;
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === null) return pending?.resolve(message);
    const { code, message: text, ...details } = message.error;
    pending?.reject(new AppError(code, text, details));
  });
  return (question: (id: number) => WorkerMessage) =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      post(port, question(id));
    });
}

function remoteProxy(port: MessagePort): SystemProxy {
  const ask = asking(port, 'proxy-answer');
  return async (url) => (await ask((id) => ({ type: 'proxy', id, url }))).ways;
}

function remoteSecrets(port: MessagePort): Secrets {
  const askHost = asking(port, 'secret-answer');
  const ask = async (action: SecretQuestion['action'], name: string, value: string | null) =>
    (await askHost((id) => ({ type: 'secret', id, action, name, value }))).value;
  return {
    get: (name) => ask('get', name, null),
    set: async (name, value) => void (await ask('set', name, value)),
    remove: async (name) => void (await ask('remove', name, null)),
    seals: async () => (await ask('seals', '', null)) !== null,
    removeCopied: async (name) => void (await ask('remove-copied', name, null)),
  };
}
