import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeCore, PUSHED, QUEUE, settle, STATUS } from '../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore, coreStore } = await import('../../../src/renderer/src/state/core.ts');
const { dialogStore } = await import('../../../src/renderer/src/state/dialogs.ts');
const { followRuns, runStore, start } = await import('../../../src/renderer/src/state/runs.ts');
const { followSession, signIn } = await import('../../../src/renderer/src/state/session.ts');
const { toastStore } = await import('../../../src/renderer/src/state/toasts.ts');
const { followStatus, statusStore } = await import('../../../src/renderer/src/state/status.ts');

const answers = {
  status: STATUS,
  /** The status is answered when this resolves. */
  looking: Promise.resolve(),
  push: () => ({ ...PUSHED, done: 1 }) as unknown,
  login: () => {},
};
const core = fakeCore({
  'status.get': async () => {
    await answers.looking;
    return answers.status;
  },
  'sync.push': () => answers.push(),
  'sync.pull': () => ({ kinds: {}, notes: [] }),
  'session.login': () => {
    answers.login();
    return { profile: 'default', url: STATUS.url, email: STATUS.email };
  },
});

beforeAll(async () => {
  const { askAgain } = followStatus(core.client);
  followSession(core.client);
  followRuns(core.client);
  followCore(core.client);
  askAgain();
  await settle();
});

beforeEach(() => {
  core.calls.length = 0;
  answers.looking = Promise.resolve();
  dialogStore.setState({ open: null });
  runStore.setState({ resume: null, error: null });
  toastStore.setState({ toasts: [] });
});

const STOPPED = {
  ...PUSHED,
  waiting: 1,
  stopped: { code: 'unauthorized', text: 'Sign in again.' },
};

describe('the status', () => {
  it('follows the queue at once from the notice', async () => {
    answers.status = { ...STATUS, queue: { ...QUEUE, waiting: 2 } };
    core.emit('outbox.changed', { counts: { ...QUEUE, waiting: 2 } });
    await settle();
    expect(statusStore.getState().status?.queue.waiting).toBe(2);
    answers.status = STATUS;
  });

  it('keeps what a notice says while it is asked for, and where it cannot be read', async () => {
    const gate = Promise.withResolvers<void>();
    onTestFinished(() => gate.resolve());
    answers.looking = gate.promise;
    core.emit('outbox.changed', { counts: { ...QUEUE, waiting: 5 } });
    await settle();
    expect(statusStore.getState().status?.queue.waiting).toBe(5);
    gate.reject(new Error('The disk is away.'));
    await settle();
    expect(statusStore.getState().status?.queue.waiting).toBe(5);
    answers.looking = Promise.resolve();
    core.emit('outbox.changed', { counts: QUEUE });
    await settle();
  });

  it('tells how far that is which it says to run, whatever else tells of itself beside it', async () => {
    const read = { phase: 'pull', kind: 'fittings', done: 4_300, total: 8_930 } as const;
    const sent = { phase: 'push', done: 1, total: 3 } as const;
    const looked = { phase: 'check', done: 20, total: 400 } as const;
    const told = async (...all: readonly (typeof read | typeof sent | typeof looked)[]) => {
      for (const each of all) core.emit('sync.progress', each);
      await settle();
      return statusStore.getState().progress;
    };
    core.emit('sync.state', { running: 'pull', online: null, error: null });
    expect(await told(read, looked)).toEqual(read);
    core.emit('sync.state', { running: 'push', online: null, error: null });
    expect(await told(read, looked)).toBeNull();
    expect(await told(sent, read, looked)).toEqual(sent);
    core.emit('sync.state', { running: 'pull', online: true, error: null });
    expect(await told(read)).toEqual(read);
    core.emit('sync.state', { running: 'idle', online: true, error: null });
    expect(await told(looked)).toEqual(looked);
    core.emit('sync.state', { running: 'idle', online: true, error: null });
    await settle();
  });

  it('keeps the known connection while a run begins', async () => {
    core.emit('connection.changed', { state: 'offline' });
    core.emit('sync.state', { running: 'push', online: null, error: null });
    await settle();
    expect(statusStore.getState()).toMatchObject({ running: 'push', connection: 'offline' });
    core.emit('connection.changed', { state: 'online' });
    await settle();
    expect(statusStore.getState()).toMatchObject({ connection: 'online' });
  });
});

describe('a new connection', () => {
  it('counts, so that what is shown is asked for again', () => {
    const { epoch } = coreStore.getState();
    core.reconnect();
    expect(coreStore.getState()).toMatchObject({ link: 'up', epoch: epoch + 1 });
  });
});

describe('a run that stops at the sign-in', () => {
  it('asks to sign in, and goes on afterwards', async () => {
    answers.push = () => STOPPED;
    await start('push');
    expect(dialogStore.getState().open?.id).toBe('signIn');
    expect(runStore.getState().resume).toBe('push');

    answers.push = () => ({ ...PUSHED, done: 1 });
    await signIn({ url: STATUS.url, email: STATUS.email, password: 'secret' });
    await settle();
    expect(dialogStore.getState().open).toBeNull();
    expect(core.calls.filter((name) => name === 'sync.push')).toHaveLength(2);
  });

  it('does not read the catalogue before what is waiting has gone', async () => {
    answers.push = () => STOPPED;
    await start('sync');
    expect(core.calls).not.toContain('sync.pull');
    expect(runStore.getState().resume).toBe('sync');
  });

  it('asks too when the core went on by itself', async () => {
    core.emit('sync.state', { running: 'push', online: null, error: null });
    core.emit('session.changed', { signedIn: false, expired: true });
    await settle();
    expect(runStore.getState().resume).toBe('push');
    expect(dialogStore.getState().open?.id).toBe('signIn');
    core.emit('sync.state', { running: 'idle', online: null, error: null });
    await settle();
  });
});

describe('an automatic run', () => {
  const begun = { running: 'push', online: null, error: null, automatic: true } as const;

  it('does not ask to sign in: the pill does, and the run goes on by itself', async () => {
    core.emit('sync.state', begun);
    core.emit('session.changed', { signedIn: false, expired: true });
    core.emit('sync.state', { running: 'idle', online: null, error: null, automatic: true });
    await settle();
    expect([dialogStore.getState().open, runStore.getState().resume]).toEqual([null, null]);
  });

  it('tells of no lost connection, but of a full disk', async () => {
    const told = async (code: 'offline' | 'disk-full') => {
      core.emit('sync.state', begun);
      const state = { running: 'idle', online: false, automatic: true } as const;
      core.emit('sync.state', { ...state, error: { code, message: 'It stopped.' } });
      await settle();
      return runStore.getState().error?.code;
    };
    expect(await told('offline')).toBeUndefined();
    expect(await told('disk-full')).toBe('disk-full');
  });
});

describe('a sign-out during a run', () => {
  it('does not ask to sign in again, neither at once nor when the run ends', async () => {
    const gate = Promise.withResolvers<unknown>();
    answers.push = () => gate.promise;
    const run = start('push');
    core.emit('sync.state', { running: 'push', online: null, error: null });
    core.emit('session.changed', { signedIn: false, expired: false });
    await settle();
    expect(dialogStore.getState().open).toBeNull();
    gate.resolve(STOPPED);
    await run;
    core.emit('sync.state', { running: 'idle', online: null, error: null });
    await settle();
    expect(dialogStore.getState().open).toBeNull();
    expect(runStore.getState().resume).toBeNull();
  });

  it('leaves the next run free to ask', async () => {
    core.emit('session.changed', { signedIn: false, expired: false });
    await settle();
    answers.push = () => STOPPED;
    await start('push');
    expect(dialogStore.getState().open?.id).toBe('signIn');
  });
});

describe('a sign-in in another window', () => {
  const expire = async () => {
    core.emit('sync.state', { running: 'push', online: null, error: null });
    core.emit('session.changed', { signedIn: false, expired: true });
    core.emit('sync.state', { running: 'idle', online: null, error: null });
    await settle();
  };

  it('takes away the question here, and leaves nothing to go on with at some later sign-in', async () => {
    await expire();
    expect(dialogStore.getState().open?.id).toBe('signIn');
    core.emit('session.changed', { signedIn: true, expired: false });
    await settle();
    expect(dialogStore.getState().open).toBeNull();
    await signIn({ url: STATUS.url, email: STATUS.email, password: 'secret' });
    expect(core.calls).not.toContain('sync.push');
  });

  it('is none where it is told of before this window’s own has its answer', async () => {
    await expire();
    answers.login = () => core.emit('session.changed', { signedIn: true, expired: false });
    await signIn({ url: STATUS.url, email: STATUS.email, password: 'secret' });
    await settle();
    answers.login = () => {};
    expect(core.calls).toContain('sync.push');
  });
});

describe('why a run ended early', () => {
  const fault = { code: 'service', message: 'The service answered 500.' } as const;
  const state = async (running: 'idle' | 'push' | 'pull', error: typeof fault | null = null) => {
    core.emit('sync.state', { running, online: null, error });
    await settle();
  };
  const shown = () => runStore.getState().error?.code;

  it('is told while another one is under way, and not taken back by the end of that one', async () => {
    await state('pull');
    await state('push');
    await state('pull', fault);
    expect(shown()).toBe('service');
    await state('idle');
    expect(shown()).toBe('service');
    await state('pull');
    await state('idle');
    expect(shown()).toBeUndefined();
  });

  it('is told of a reading beside a Send, and over with a Send that goes well after it', async () => {
    await state('push');
    await state('push', fault);
    await state('idle');
    expect(shown()).toBe('service');
    await state('push');
    await state('idle');
    expect(shown()).toBeUndefined();
    await state('pull');
    await state('push');
    await state('pull', fault);
    await state('push');
    await state('pull');
    expect(shown()).toBeUndefined();
    await state('idle');
  });
});

describe('a run that got no answer', () => {
  const connection = async (state: 'online' | 'offline' | 'errors') => {
    core.emit('connection.changed', { state });
    await settle();
  };

  it.each([
    ['offline', undefined],
    ['timeout', undefined],
    ['service', undefined],
    ['disk-full', 'disk-full'],
  ] as const)('when the service answers again, %s is shown as %s', async (code, shown) => {
    await connection('offline');
    const error = { code, message: 'It stopped.' };
    core.emit('sync.state', { running: 'idle', online: null, error });
    await settle();
    expect(runStore.getState().error?.code).toBe(code);
    await connection('errors');
    expect(runStore.getState().error?.code).toBe(code);
    await connection('online');
    expect(runStore.getState().error?.code).toBe(shown);
  });
});

describe('a Send while the core is sending by itself', () => {
  it('is given to the core, and the person is told that it goes', async () => {
    answers.push = () => PUSHED;
    core.emit('sync.state', { running: 'push', online: null, error: null });
    await settle();
    const sent = start('push');
    expect(runStore.getState().queued).toBe(true);
    expect(toastStore.getState().toasts).not.toHaveLength(0);
    await sent;
    expect(core.calls).toContain('sync.push');
    expect(runStore.getState().queued).toBe(false);
    core.emit('sync.state', { running: 'idle', online: null, error: null });
    await settle();
  });
});

describe('a Sync behind a Send that waits already', () => {
  it('reads the catalogue when that is sent, once', async () => {
    const gate = Promise.withResolvers<void>();
    answers.push = () => gate.promise.then(() => PUSHED);
    core.emit('sync.state', { running: 'push', online: null, error: null });
    await settle();
    const all = [start('push'), start('sync'), start('sync')];
    await settle();
    expect(core.calls).not.toContain('sync.pull');
    gate.resolve();
    await Promise.all(all);
    expect(core.calls.filter((name) => name === 'sync.pull')).toHaveLength(1);
    core.emit('sync.state', { running: 'idle', online: null, error: null });
    await settle();
  });
});

describe('a sign-out of the person', () => {
  it('opens nothing', async () => {
    core.emit('session.changed', { signedIn: false, expired: true });
    await settle();
    expect(dialogStore.getState().open).toBeNull();
  });
});
