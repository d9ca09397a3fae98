import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Frame } from '#contract/rpc/channel.ts';
import { page } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('window', page);
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { desktopClient } = await import('../../../src/renderer/src/client/desktop.ts');
const { listProfiles } = await import('../../../src/renderer/src/state/shell.ts');
const { coreStore, followCore, meetWriter } =
  await import('../../../src/renderer/src/state/core.ts');
const { runStore } = await import('../../../src/renderer/src/state/runs.ts');
const { signOut } = await import('../../../src/renderer/src/state/session.ts');

afterAll(() => vi.unstubAllGlobals());
beforeEach(() => coreStore.setState({ client: null, link: 'connecting', epoch: 0, problem: null }));

/** Returns a fake core whose shell answers too. */
function shellCore(answers: Readonly<Record<string, (input: unknown) => unknown>>) {
  return fakeCore(answers);
}

describe('the desktop\u2019s window', () => {
  it('says why it has no way in where its shell does not answer', async () => {
    const heard: ((message: unknown) => void)[] = [];
    const { code, message } = new AppError('internal', 'The keyring is away.');
    const send = (sent: unknown) => {
      const { type, id } = sent as Frame & { readonly id: number };
      if (type === 'call')
        for (const hear of heard) hear({ type: 'fault', id, error: { code, message } });
    };
    const onMessage = (listener: (message: unknown) => void) => void heard.push(listener);
    const { connection } = desktopClient({ send, onMessage, pathOf: () => '' });
    await settle();
    expect([connection.get(), connection.problem()?.message]).toEqual(['lost', message]);
  });

  it('names what of a folder was not taken, but for what systems leave there', async () => {
    const heard: ((message: unknown) => void)[] = [];
    const passedOver = ['link', 'system', 'unreadable', 'no-file'].map((why) => ({
      shown: `set/${why}`,
      why,
    }));
    const send = (sent: unknown) => {
      const { type, id, name } = sent as Frame & { readonly id: number; readonly name: string };
      const value = name === 'files.walk' ? { files: [], passedOver } : { profile: 'default' };
      if (type === 'call') for (const hear of heard) hear({ type: 'result', id, value });
    };
    const onMessage = (listener: (message: unknown) => void) => void heard.push(listener);
    const client = desktopClient({ send, onMessage, pathOf: () => '/home/set' });
    const entry = { isDirectory: true } as unknown as FileSystemEntry;
    const { unreadable, cut } = await client.collect([{ entry, file: new File([], 'set') }]);
    expect(unreadable).toEqual(['set/link', 'set/unreadable', 'set/no-file']);
    expect(cut).toBe(false);
  });
});

describe('what a screen asks of the shell before there is a connection', () => {
  it('is asked as soon as there is one', async () => {
    const asked = listProfiles();
    await settle();
    followCore(shellCore({ 'shell.profiles': () => ({ profiles: [] }) }).client);
    expect(await asked).toEqual([]);
  });
});

describe('a page that is loaded while the writer is given up', () => {
  it('learns of it, and of one that runs nothing', async () => {
    let running = false;
    const { client } = shellCore({ 'shell.restart': () => ({ running }) });
    followCore(client);
    await meetWriter();
    expect(coreStore.getState().link).toBe('stopped');
    running = true;
    followCore(client);
    await meetWriter();
    expect(coreStore.getState().link).toBe('up');
  });
});

describe('a sign-out that could not be done', () => {
  it('is told without the offer to send once more', async () => {
    runStore.setState({ last: 'push', error: null });
    followCore(shellCore({}).client);
    await signOut();
    expect(runStore.getState()).toMatchObject({ error: { code: 'not-found' }, last: null });
  });
});
