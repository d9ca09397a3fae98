import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeGivenPassword } from '#core/app/shell/givenPassword.ts';

const root = path.join(import.meta.dirname, '../..');

/** Returns the environment of a child process whose parent loaded these modules. */
function inherited(...modules: readonly string[]): string {
  const script = `
    const { spawnSync } = await import('node:child_process');
    for (const each of ${JSON.stringify(modules)}) await import(each);
    const show = 'process.stdout.write(JSON.stringify(process.env))';
    process.stdout.write(spawnSync(process.execPath, ['-e', show], { encoding: 'utf8' }).stdout);`;
  const env = {
    ...process.env,
    CABINET_PASSWORD: 'canary-5b1d',
    CABINET_PASSPHRASE: 'canary-77ce',
    CABINET_EMAIL: 'a@b.example',
  };
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
}

describe('T7: a password in the environment', () => {
  it('is inherited by no process that the terminal starts', () => {
    const seen = inherited('#cli/program.ts');
    expect(seen).toContain('a@b.example');
    expect(seen).not.toContain('canary-');
  });

  it('is inherited by no process that the window starts', () => {
    expect(inherited('./src/main/signIn.ts')).not.toContain('canary-');
  });

  it('is given once, and is then gone', () => {
    const environment = { CABINET_PASSWORD: 'secret', OTHER: 'x' };
    expect(takeGivenPassword(environment)).toBe('secret');
    expect(environment).toEqual({ OTHER: 'x' });
    expect(takeGivenPassword(environment)).toBeUndefined();
  });
});
