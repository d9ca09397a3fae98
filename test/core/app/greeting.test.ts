import { expect, it } from 'vitest';
import type { EventData } from '#contract/events.ts';
import { memoryChannels } from '#contract/rpc/channel.ts';
import { joinWindow } from '#core/app/shell/bridge.ts';
import type { Bridge } from '#core/app/shell/bridge.ts';
import { connectWindow, ShownProfile } from '../../../src/renderer/src/client/tables.ts';

const READING = { running: 'pull', online: true, error: null } as const;

const INFO = {
  shell: 'browser',
  platform: 'linux',
  persistsSecrets: true,
  version: '1.0.0',
  profile: 'default',
  locale: 'pl-PL',
  managed: {
    serviceUrl: null,
    serviceOnly: false,
    tryUndocumented: true,
    settings: [],
    fault: null,
  },
} as const;

const unasked = () => Promise.reject(new Error('nothing is asked of the core'));

/** A shell whose core reads the catalogue while a page is loaded. */
function bridge(): Bridge {
  return {
    core: Promise.resolve({
      dispatch: unasked,
      call: unasked,
      on: () => () => {},
      close: () => Promise.resolve(),
      greet: (emit) => emit('sync.state', READING),
    }),
    shell: { 'shell.info': () => INFO } as unknown as Bridge['shell'],
    log: () => {},
  };
}

it('a page that is loaded while something runs is told so, once it listens', async () => {
  const [page, shell] = memoryChannels();
  joinWindow(shell, bridge());
  const client = connectWindow(page, new ShownProfile());
  // The page is still being loaded: nobody listens yet.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const told: EventData<'sync.state'>[] = [];
  await client.call('shell.info', {});
  client.on('sync.state', (state) => told.push(state));
  await expect.poll(() => told).toEqual([READING]);
  // A dismissed notice is not shown a second time.
  await client.call('shell.info', {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toEqual([READING]);
});
