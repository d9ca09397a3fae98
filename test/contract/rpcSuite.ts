import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Events } from '#contract/events.ts';
import type { Settings } from '#contract/procedures.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { connect } from '#contract/rpc/connect.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { dispatcher, serve } from '#contract/rpc/serve.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import type { EmitOf } from '#contract/rpc/table.ts';

/** The two ends of a carrier, and a way to break it. */
export interface Carrier {
  readonly host: Channel;
  readonly guest: Channel;
  readonly cut: () => void;
}

interface Line {
  readonly client: Client;
  readonly guest: Channel;
  readonly emit: EmitOf<Events>;
  readonly cut: () => void;
  readonly received: unknown[];
}

const SETTINGS: Settings = {
  pageSize: 0,
  concurrency: 3,
  inFlightWindowSeconds: 120,
  assetBaseUrl: '',
  assetBudgetMb: 512,
  proxy: 'system',
  proxyUser: '',
  language: 'pl',
  theme: 'dark',
  trashDays: 30,
  currency: 'PLN',
  statusLabels: '1 = active',
  autoSend: 'online',
  rememberPassword: 'off',
  sendOnQuit: 'ask',
  notifications: 'counts',
  refreshMinutes: 30,
};

const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

/** Tests the guarantees of the contract on one carrier. */
export function rpcSuite(name: string, open: () => Promise<Carrier>): void {
  async function line(): Promise<Line> {
    const { host, guest, cut } = await open();
    onTestFinished(cut);
    const received: unknown[] = [];
    const emit = serve(host, answers(received));
    return { client: connect(guest), guest, emit, cut, received };
  }

  describe(`the contract over ${name}`, () => {
    it('answers a call with what the handler gave', async () => {
      const { client } = await line();
      expect(await client.call('settings.get', {})).toEqual(SETTINGS);
    });

    it('keeps calls apart that are answered out of order', async () => {
      const { client } = await line();
      const slow = client.call('outbox.hold', { operation: 'slow' });
      const quick = client.call('outbox.hold', { operation: 'quick' });
      expect((await quick).operation).toBe('quick');
      expect((await slow).operation).toBe('slow');
    });

    it('never lets an input through that does not fit', async () => {
      const { client, received } = await line();
      const wrong = { values: { concurrency: 'many' } } as never;
      const error = await failure(client.call('settings.set', wrong));
      expect(error.code).toBe('invalid');
      expect(error.details.issues?.[0]?.place).toBe('values.concurrency');
      expect(received).toEqual([]);
    });

    it('names the first hundred faults of an input', async () => {
      const { client, received } = await line();
      const bad = { kind: 'fittings', where: Array.from({ length: 60 }, () => ({})) } as never;
      expect((await failure(client.call('records.list', bad))).details.issues).toHaveLength(100);
      const where = Array.from({ length: 201 }, () => ({ field: 'kod', op: 'is', value: '' }));
      const long = { kind: 'fittings', where } as never;
      expect((await failure(client.call('records.list', long))).details.issues).toHaveLength(1);
      expect(received).toEqual([]);
    });

    it('never lets an answer through that does not fit', async () => {
      const { client } = await line();
      const error = await failure(client.call('outbox.release', { operation: 'x' }));
      expect(error.code).toBe('internal');
      expect(error.message).toContain('the answer does not fit');
    });

    it.each([...INHERITED, 'settings', 'records.drop', ''])('refuses the name %j', async (name) => {
      const { client } = await line();
      const error = await failure(client.call(name as never, {} as never));
      expect(error).toMatchObject({ code: 'invalid', message: `no procedure ${name}` });
    });

    it('keeps code, sentence and details of an error', async () => {
      const { client } = await line();
      const error = await failure(client.call('outbox.retry', { operation: 'x' }));
      expect(error).toBeInstanceOf(AppError);
      expect(error.toData()).toEqual(REFUSED.toData());
    });

    it('turns what nobody foresaw into an internal error', async () => {
      const { client } = await line();
      const error = await failure(client.call('outbox.discard', { operation: 'x' }));
      expect(error).toMatchObject({ code: 'internal', message: 'a surprise' });
    });

    it.each(Object.keys(UNCARRIED))('ends a call whose answer is %s', async (operation) => {
      const { client } = await line();
      const error = await failure(client.call('outbox.hold', { operation }));
      expect(error.code).toBe('internal');
      expect(await client.call('settings.get', {})).toEqual(SETTINGS);
    });

    it('ends waiting and later calls when the carrier breaks', async () => {
      const { client, cut } = await line();
      const waiting = client.call('outbox.hold', { operation: 'never' });
      await client.call('settings.get', {});
      cut();
      expect((await failure(waiting)).code).toBe('disconnected');
      expect((await failure(client.call('settings.get', {}))).code).toBe('disconnected');
    });

    it('passes notices on, and stops when asked to', async () => {
      const { client, emit } = await line();
      const heard: unknown[] = [];
      const stop = client.on('session.changed', (data) => heard.push(data));
      emit('session.changed', { signedIn: true, expired: false });
      await client.call('settings.get', {});
      stop();
      emit('session.changed', { signedIn: false, expired: false });
      await client.call('settings.get', {});
      expect(heard).toEqual([{ signedIn: true, expired: false }]);
    });

    it('drops notices that do not fit or that nobody listed', async () => {
      const { client, emit } = await line();
      const heard: unknown[] = [];
      client.on('session.changed', (data) => heard.push(data));
      client.on('toString' as never, (data) => heard.push(data));
      emit('session.changed', { signedIn: 'yes', expired: false } as never);
      emit('toString' as never, {} as never);
      emit('session.changed', { signedIn: false, expired: false });
      await client.call('settings.get', {});
      expect(heard).toEqual([{ signedIn: false, expired: false }]);
    });

    it('goes on after frames that mean nothing', async () => {
      const { client, guest } = await line();
      for (const junk of [null, 7, 'text', [], {}, { type: 'call' }, { type: 'result', id: 'x' }])
        guest.send(junk as never);
      expect(await client.call('settings.get', {})).toEqual(SETTINGS);
    });
  });
}

const REFUSED = new AppError('refused', 'The service said no.', {
  issues: [{ place: 'price', value: '-1', expected: 'a number from 0' }],
  status: 400,
  answer: '{"message":"no"}',
});

function answers(received: unknown[]): Dispatch {
  return dispatcher({
    'settings.get': () => SETTINGS,
    'settings.set': (input) => {
      received.push(input);
      return SETTINGS;
    },
    'records.list': (input) => {
      received.push(input);
      return { total: 0, rows: [] };
    },
    'outbox.hold': ({ operation }) => hold(operation),
    'outbox.release': () => ({ operation: 7 }) as never,
    'outbox.retry': () => {
      throw REFUSED;
    },
    'outbox.discard': () => Promise.reject(new TypeError('a surprise')),
  });
}

/** Answers that no carrier brings over as they are. */
const UNCARRIED: Readonly<Record<string, () => unknown>> = {
  'a number of any size': () => ({ operation: 1n, state: 'held' }),
  'nothing at all': () => undefined,
  'an error with odd details': () => {
    throw new AppError('state', 'It is being sent.', { status: 'none' as never });
  },
  'an error with details of any size': () => {
    throw new AppError('state', 'It is being sent.', { status: 1n as never });
  },
};

async function hold(operation: string) {
  const uncarried = UNCARRIED[operation];
  if (uncarried !== undefined) return uncarried() as never;
  if (operation === 'never') await new Promise(() => {});
  if (operation === 'slow') await new Promise((resolve) => setTimeout(resolve, 20));
  return { operation, state: 'held' as const };
}

async function failure(call: Promise<unknown>): Promise<AppError> {
  const outcome = await call.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof AppError) return outcome;
  throw new Error(`expected an AppError, not ${String(outcome)}`);
}
