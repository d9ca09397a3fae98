import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedIn } from '#core/workspace/dataFolder/program.ts';
import { dataDirOf, decidedFolder, nodePlatform, overruled } from '#core/app/nodePlatform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

describe('the folder of the installed program', () => {
  it('is the outermost node_modules of the package, and none in a checkout', () => {
    const at = (...parts: string[]) => path.join(path.sep, ...parts);
    expect(installedIn(at('usr', 'lib', 'node_modules', 'cabinet', 'out', 'cli.js'))).toBe(
      at('usr', 'lib', 'node_modules'),
    );
    expect(installedIn(at('work', 'node_modules', 'a', 'node_modules', 'cabinet', 'x.js'))).toBe(
      at('work', 'node_modules'),
    );
    expect(installedIn(at('home', 'ana', 'cabinet', 'src', 'core', 'x.ts'))).toBeNull();
  });

  it('is refused for new data, also where the managed file decides it', () => {
    const program = tempFolder();
    const inside = path.join(program, 'data');
    const policy = { managed: { dataFolder: inside }, fault: null };
    expect(() => dataDirOf(inside, undefined, program)).toThrow('outside the program folder');
    expect(() => dataDirOf(undefined, policy, program)).toThrow('outside the program folder');
    expect(fs.existsSync(inside)).toBe(false);
    expect(dataDirOf(`${program}-data`, undefined, program)).toBe(`${program}-data`);
  });

  it('is warned of where it holds data already', () => {
    const program = tempFolder();
    fs.mkdirSync(path.join(program, 'data', 'profiles'), { recursive: true });
    const logged: string[] = [];
    const log = (_level: string, sentence: string) => void logged.push(sentence);
    const dataDir = path.join(program, 'data');
    nodePlatform({ dataDir, program, log, policy: { managed: {}, fault: null } });
    expect(logged).toEqual([expect.stringContaining('lies inside the installed program')]);
  });
});

describe("a company's folder", () => {
  it('stands for the usual one, for each person their own', () => {
    const of = (dataFolder: string) => decidedFolder({ managed: { dataFolder }, fault: null });
    expect(of('/srv/cabinet/{user}')).toMatch(/^\/srv\/cabinet\/[^{}]+$/);
    expect(of('{home}/Cabinet')).not.toContain('{');
    expect(decidedFolder(undefined)).toBeNull();
    const policy = { managed: { dataFolder: '/srv/cabinet' }, fault: null };
    expect(dataDirOf(undefined, policy)).toBe(path.resolve('/srv/cabinet'));
    // Neither an option nor a variable takes people's work elsewhere.
    expect(dataDirOf('/elsewhere', policy)).toBe(path.resolve('/srv/cabinet'));
    expect(overruled('/elsewhere', policy)).toContain('/elsewhere is not used');
    for (const same of [undefined, '/srv/cabinet']) expect(overruled(same, policy)).toBeNull();
  });
});
