import { copyFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../support/desk.ts';
import { openCached } from '../walks/decided/cache.ts';

describe('a picture of the service', () => {
  it('is not the copy that was sent to another one under this path', async () => {
    const { station, stage } = await openCached();
    const file = await stage(20);
    const { promises } = station.writer.ws.platform.disk.files;
    const held = Promise.withResolvers<undefined>();
    const spy = vi.spyOn(promises, 'copyFile').mockImplementation(async (...args) => {
      await held.promise;
      return copyFile(...args);
    });
    try {
      const values = { images: [{ $file: file }] };
      await station.call('records.update', { kind: 'fittings', ref: 'F-0', values, files: [] });
      await station.call('sync.push', { patience: 0 });
      const [sent] = station.service.state.files();
      await expect.poll(() => spy.mock.calls.length).toBe(1);
      const fittings = [{ ...SEED.fittings[1], images: [sent?.path ?? ''] }];
      const other = await startReference({ seed: { ...SEED, fittings }, account: ACCOUNT });
      onTestFinished(() => other.close());
      await station.call('session.login', { url: other.url, ...ACCOUNT });
      await station.call('sync.pull', {});
      await station.call('assets.want', { paths: [sent?.path ?? ''] });
      held.resolve(undefined);
      await expect.poll(() => station.stateOf(sent?.path ?? '')).not.toBe('wanted');
      expect(station.stateOf(sent?.path ?? '')).toBe('missing');
    } finally {
      held.resolve(undefined);
      spy.mockRestore();
    }
  });
});
