import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHost } from '#core/app/shell/cabinetHost.ts';
import type { StartService } from '#core/app/shell/demoProfile.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

describe('the demo catalogue, when the data are moved,', () => {
  /** Open in a folder of the test's own; its service can be kept from starting, and tells when it ends. */
  async function openDemo() {
    const from = path.join(tempFolder(), 'data');
    const platform = testPlatform(from);
    const told: string[] = [];
    const service = { isFull: false, ended: 0 };
    const start: StartService = async (folder, options) => {
      if (service.isFull) throw new Error('no room');
      const started = await startDemo(folder, options);
      const close = () => {
        service.ended += 1;
        return started.close();
      };
      return { ...started, close };
    };
    const host = await openHost(platform, { account: DEMO_ACCOUNT, start }, (name) =>
      told.push(name),
    );
    onTestFinished(() => host.close());
    await host.handlers['shell.startDemo']({});
    told.length = 0;
    const move = async (to: string) => host.handlers['shell.moveData']({ to });
    return { from, host, told, service, logged: platform.logged, move };
  }

  it('goes on answering what is being sent where they are not moved for it', async () => {
    const { from, host, service, move } = await openDemo();
    const running = new Promise<void>((resolve) => {
      host.core.on('sync.state', (state) => state.running === 'push' && resolve());
    });
    for (const code of ['N1', 'N2', 'N3'])
      await host.core.call('records.create', {
        kind: 'edge-bands',
        values: { code, name: code },
        files: [],
      });
    const pushed = host.core.call('sync.push', { patience: 0 });
    await running;
    await expect(move(path.join(tempFolder(), 'place'))).rejects.toMatchObject({ code: 'state' });
    expect(service.ended).toBe(0);
    await pushed;
    const { operations } = await host.core.call('outbox.list', {});
    expect(operations.map(({ key, state }) => [key, state])).toEqual([]);
    expect(await host.handlers['shell.dataFolder']({})).toMatchObject({ folder: from });
  });

  it('goes on where it was when they cannot be moved', async () => {
    const { from, host, service, move } = await openDemo();
    await expect(move(path.join(from, 'inside'))).rejects.toMatchObject({ code: 'invalid' });
    expect(service.ended).toBe(1);
    await host.core.call('sync.pull', {});
  });

  it('that does not go on is noted, and the move told as done', async () => {
    const { from, host, told, service, logged, move } = await openDemo();
    const to = path.join(tempFolder(), 'place');
    service.isFull = true;
    expect(await move(to)).toMatchObject({ folder: to, old: { folder: from } });
    expect(told).toContain('shell.profile');
    expect(logged).toContain('error: The demo did not go on behind a move: no room');
    expect(fs.existsSync(path.join(to, 'demo-service', 'port'))).toBe(true);
    service.isFull = false;
    await host.handlers['shell.startDemo']({});
    await host.core.call('sync.pull', {});
  });

  it('that does not go on hides no reason why they were not moved', async () => {
    const { from, service, move } = await openDemo();
    service.isFull = true;
    await expect(move(path.join(from, 'inside'))).rejects.toMatchObject({ code: 'invalid' });
  });
});
