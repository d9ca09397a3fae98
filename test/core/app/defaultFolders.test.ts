import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultDataDir } from '#core/app/nodePlatform.ts';

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(process.platform !== 'linux')('the default data folder', () => {
  const usual = path.join(os.homedir(), '.local', 'share', 'cabinet');

  it.each(['', 'data', './data'])('ignores an XDG_DATA_HOME that is not absolute: %j', (given) => {
    vi.stubEnv('XDG_DATA_HOME', given);
    expect(defaultDataDir()).toBe(usual);
  });

  it('follows an absolute one', () => {
    vi.stubEnv('XDG_DATA_HOME', '/srv/data');
    expect(defaultDataDir()).toBe('/srv/data/cabinet');
  });
});
