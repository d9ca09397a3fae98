import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../electron-builder.config.mjs';
import { ACCOUNT, finished, startService, tempFolder } from '../cli/support.ts';
import { built } from '../support/built.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = fileURLToPath(built('main/cli.js'));
const PAGES = ['administrators.en.md', 'administrators.pl.md'];

/** Stand-ins for programs of the system, so that the lines run as they are printed. */
const PROGRAMS = {
  // As installed by npm: the program finds its Node in the search path.
  cabinet: `exec env node "${cli}" "$@"`,
  node: `exec "${process.execPath}" "$@"`,
  // The test has one user.
  sudo: '[ "$1" = -u ] && shift 2\nexec "$@"',
  useradd: 'exit 0',
};

describe.runIf(process.platform === 'linux').each(PAGES)('%s', (page) => {
  const text = fs.readFileSync(path.join(root, 'docs', page), 'utf8');
  const folder = tempFolder();
  const bin = path.join(folder, 'bin');
  let url = '';

  beforeAll(async () => {
    ({ url } = await startService());
    fs.mkdirSync(bin);
    for (const [name, lines] of Object.entries(PROGRAMS))
      fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    for (const name of ['password.txt', 'haslo.txt'])
      fs.writeFileSync(path.join(folder, name), `${ACCOUNT.password}\n`);
  });

  /** Returns the block below a mark, with the example's paths replaced by those of the test. */
  function block(mark: string): string {
    const [, found] =
      new RegExp(`<!-- runs: ${mark} -->\\s+\`\`\`\\w+\\n([^]*?)\`\`\``).exec(text) ?? [];
    if (found === undefined) throw new Error(`${page} has no block ${mark}`);
    return found
      .replaceAll(/\/usr\/local\/bin\b/g, bin)
      .replaceAll('/srv/cabinet', path.join(folder, 'srv'))
      .replaceAll(/https:\/\/\w+\.example/g, url)
      .replaceAll(/\w+@example\.com/g, ACCOUNT.email);
  }

  /** Runs lines in a shell that ends at the first failed line. */
  function run(lines: string, search = `${bin}:${process.env['PATH'] ?? ''}`) {
    const env = { ...process.env, PATH: search };
    return finished(spawn('sh', ['-euc', lines], { cwd: folder, env }));
  }

  it('signs a computer for jobs in, and does its first work', async () => {
    fs.mkdirSync(path.join(folder, 'srv'));
    const { exit, said } = await run(block('setup'));
    expect({ exit, said }).toEqual({ exit: 0, said: '' });
    expect(fs.readdirSync(path.join(folder, 'srv'))).toContainEqual(
      expect.stringMatching(/^material\w+\.csv$/),
    );
    const problems = fs.readdirSync(folder).find((name) => /^problem\w+\.json$/.test(name)) ?? '';
    expect(JSON.parse(fs.readFileSync(path.join(folder, problems), 'utf8'))).toHaveProperty(
      'total',
    );
  });

  it('has lines for cron that say nothing where all is well', async () => {
    const [setting = '', ...lines] = block('cron').trim().split('\n');
    expect(lines).toHaveLength(2);
    // Cron gives a job this search path and no other variable that names programs.
    const search = /^PATH=(\S+)$/.exec(setting)?.[1] ?? '/usr/bin:/bin';
    for (const line of lines) {
      const [, command = ''] = /^(?:\S+\s+){5}cabinet\s+(.+)$/.exec(line) ?? [];
      const { exit, out, said } = await run(command, search);
      expect({ exit, out, said }, line).toEqual({ exit: 0, out: '', said: '' });
    }
  });

  it('has a unit for systemd that runs', async () => {
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(block('service')) ?? [];
    const { exit, said } = await run(command);
    expect({ exit, said }).toEqual({ exit: 0, said: '' });
  });
});

describe.each(PAGES)('%s', (page) => {
  it('names the key by which the installer is detected', () => {
    const text = fs.readFileSync(path.join(root, 'docs', page), 'utf8');
    expect(config.nsis?.guid).toMatch(/^[\da-f-]{36}$/);
    expect(text).toContain(`\\Uninstall\\${config.nsis?.guid}`);
  });
});
