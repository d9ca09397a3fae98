import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/prove.ts');
const prove = (...words: readonly string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' });

describe('npm run prove', () => {
  it.each([
    [['nigtly'], 'LANE: nigtly, expected one of push, nightly, release'],
    [['--only', 'kill'], '--only: kill, expected one of regressions, schedules,'],
    [['--seed', '4711x'], '--seed: 4711x, expected a whole number'],
    [['--having', 'reboot'], '--having: reboot, expected one of create, edit,'],
    [['--sedd', '1'], "Unknown option '--sedd'"],
  ])('says what is wrong with %j before it begins, and what could be', (words, sentence) => {
    const { status, stderr, stdout } = prove(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('npm run prove -- [LANE] [OPTIONS]');
  });

  it('tells what it can be asked for', () => {
    const { status, stdout } = prove('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('--replay WORD');
  });
});
