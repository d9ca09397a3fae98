import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { atEnd, finished, startCabinet, tempFolder } from '../cli/support.ts';
import { built } from '../support/built.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = fileURLToPath(built('main/cli.js'));
const PORT = '4600';

/** Lines that exit with 1 on the demo catalogue, which has faults of each kind. */
const ATTENTION = /^cabinet (?:problems|import)\b/;

/** Returns the lines of the terminal's example without their comments. */
function example(): readonly string[] {
  const text = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
  const [, block = ''] = /^## The terminal\n[^]*?```sh\n([^]*?)```/m.exec(text) ?? [];
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, ''));
}

/**
 * Starts the demo service of the first line on a free port, because the printed port may be in use.
 */
async function startService(line: string): Promise<string> {
  expect(line).toBe(`cabinet service --port ${PORT} &`);
  const child = startCabinet(['service']);
  atEnd(() => child.kill());
  if (child.stdout === null) throw new Error('no pipe');
  const [said] = await once(child.stdout, 'data');
  return /http:\/\/127\.0\.0\.1:(\d+)/.exec(String(said))?.[1] ?? '';
}

describe.runIf(process.platform === 'linux')('the example of the terminal', () => {
  const folder = tempFolder();
  const [service = '', ...lines] = example();
  let port = '';
  beforeAll(async () => {
    port = await startService(service);
  });

  it('has the lines of a whole job', () => {
    expect(lines.length).toBeGreaterThan(8);
  });

  it.each(lines)('runs as printed: %s', async (line) => {
    const env = { ...process.env, CABINET_DATA_DIR: path.join(folder, 'data') };
    const words = line.replace(`:${PORT}`, `:${port}`);
    const script = `cabinet() { "${process.execPath}" "${cli}" "$@"; }\n${words}`;
    const { exit, out, said } = await finished(spawn('sh', ['-c', script], { cwd: folder, env }));
    expect(exit, `${out}${said}`).toBe(ATTENTION.test(line) ? 1 : 0);
    expect(said).toBe('');
  });
});
