import { describe, expect, it } from 'vitest';
import { commands } from '#cli/commands.ts';
import { buildProgram } from '#cli/program.ts';
import { finished, startCabinet } from './support.ts';

const names = commands.map(({ usage }) => usage.split(' ')[0] ?? '');

describe('the help', () => {
  it('names every command of the design', () => {
    const expected =
      'add add-product backups bulk certificate changes data demo diagnostics discard edit export get history hold import inspect knowledge ' +
      'list login logout outbox policy problems profile profiles proxy pull push queue release remove resolve restore retry review schema serve service settings status ' +
      'sync trash undo';
    expect(names.toSorted()).toEqual(expected.split(' '));
  });

  it.each(names)('of %s describes it and shows an example', async (name) => {
    let text = '';
    const program = buildProgram(() => {});
    const sub = program.commands.find((each) => each.name() === name);
    sub?.configureOutput({ writeOut: (words) => (text += words) });
    await expect(program.parseAsync([name, '--help'], { from: 'user' })).rejects.toMatchObject({
      exitCode: 0,
    });
    expect(text).toMatch(new RegExp(`^Usage: cabinet ${name}\\b`));
    expect(text).toMatch(/\n\n[A-Z][^\n]+[.:]/);
    expect(text).toMatch(new RegExp(`Example:\\n {2}cabinet ${name}\\b`));
    expect(text).toContain('--json');
    expect(text).toContain('--data-dir <DIR>');
  });

  it('goes to stdout and exits 0', async () => {
    const [all, one] = await Promise.all([
      finished(startCabinet(['--help'])),
      finished(startCabinet(['list', '--help'])),
    ]);
    expect([all.exit, all.said, one.exit, one.said]).toEqual([0, '', 0, '']);
    for (const name of names) expect(all.out).toContain(`\n  ${name} `);
    expect(one.out).toContain('--where <FIELD=VALUE>');
  });
});

describe('the launcher', () => {
  it('says which Node it needs before it loads anything', async () => {
    const older =
      "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.13.1', napi: '9' } })";
    const ran = await finished(startCabinet(['status'], {}, ['--import', older]));
    expect(ran.said).toBe(
      'Cabinet needs Node 22.14 or newer, with Node-API 10; this is v22.13.1, with Node-API 9.\n',
    );
    expect([ran.exit, ran.out]).toEqual([5, '']);
  });
});
