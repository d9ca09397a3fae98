import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '#contract/rpc/channel.ts';
import { settle } from '../support.ts';

/** Fake socket that answers the page's requests to its shell until the test closes it. */
class Socket extends EventTarget {
  static last: Socket | null = null;
  constructor() {
    super();
    Socket.last = this;
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(sent: string): void {
    const { id } = JSON.parse(sent) as Frame & { readonly id: number };
    const value = {
      shell: 'browser',
      platform: 'linux',
      version: '1.0.0',
      locale: 'en-GB',
      persistsSecrets: true,
      managed: {
        serviceUrl: null,
        serviceOnly: false,
        tryUndocumented: true,
        settings: [],
        fault: null,
      },
      profile: 'default',
    };
    const data = JSON.stringify({ type: 'result', id, value });
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Fake request that drops its body. */
class Request extends EventTarget {
  readonly upload = new EventTarget();
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    this.dispatchEvent(new Event('error'));
  }
}

const grant = JSON.stringify({ key: 'k', fileBytes: 1000, bytes: '/bytes/k' });
vi.stubGlobal('location', { hash: '', pathname: '/', protocol: 'http:', host: 'here' });
vi.stubGlobal('sessionStorage', { getItem: () => grant });
vi.stubGlobal('WebSocket', Socket);
vi.stubGlobal('XMLHttpRequest', Request);
const { browserClient } = await import('../../../src/renderer/src/client/browser.ts');

afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  // The fake timer prevents a retry within the test.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  return () => vi.useRealTimers();
});

describe('the copy of a file that breaks off', () => {
  it('says that the way is lost where it is, and asks about the file where it is not', async () => {
    const client = browserClient();
    await settle();
    expect(client.connection.get()).toBe('open');
    const file = new File(['x'], 'a.png');
    await expect(client.stage(file, {})).rejects.toMatchObject({ code: 'rejected-file' });
    Socket.last?.dispatchEvent(new Event('close'));
    expect(client.connection.get()).toBe('lost');
    await expect(client.stage(file, {})).rejects.toMatchObject({ code: 'disconnected' });
  });
});
