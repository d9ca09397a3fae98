import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { Desk, startService } from '../cli/support.ts';

const TRIES = 10;

describe('a second Cabinet on the same profile', () => {
  it(`yields with words, ${TRIES} times, and sends nothing`, async () => {
    const service = await startService();
    const desk = new Desk();
    await desk.ready(service.url);
    const core = openCore(nodePlatform({ dataDir: desk.dir, log: () => undefined }));
    await core.call('records.create', {
      kind: 'fittings',
      values: { kod: 'TWO', name: 'Two' },
      files: [],
    });
    const writes = () => service.log.filter(({ method }) => method !== 'GET').length;
    const before = writes();
    for (let n = 0; n < TRIES; n += 2) {
      const ran = await Promise.all([
        desk.run(['push']),
        desk.run(['edit', 'fittings', 'TWO', '--set', `name=N${n}`]),
      ]);
      for (const { exit, said } of ran) {
        expect(exit).not.toBe(0);
        expect(said).toContain('open in another Cabinet window');
      }
    }
    expect(writes()).toBe(before);
    await core.call('sync.push', { patience: 0 });
    await core.close();
    const made = service.state.all('fittings').filter(({ kod }) => kod === 'TWO');
    expect(made).toMatchObject([{ name: 'Two' }]);
  }, 120_000);
});
