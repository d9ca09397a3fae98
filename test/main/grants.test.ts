import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '#contract/procedures.ts';
import { takesPath } from '#contract/localPath.ts';
import type { Calls } from '#contract/rpc/table.ts';
import { shellProcedures } from '#contract/shell.ts';
import { callPaths } from '#core/app/shell/callPaths.ts';
import { samplesOf } from '#test/contract/samples.ts';
import { OBJ, PNG } from '#test/support/desk.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

const CALLS: Calls = { ...procedures, ...shellProcedures };
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-grants-')));
const own = path.join(folder, 'own');
const secret = path.join(folder, 'secret.png');
const refused = { code: 'refused' };

let program: Program;
beforeAll(async () => {
  fs.mkdirSync(path.join(own, 'deep'), { recursive: true });
  for (const file of [secret, path.join(own, 'a.png'), path.join(own, 'deep', 'b.png')])
    fs.writeFileSync(file, PNG);
  fs.symlinkSync(secret, path.join(own, 'link.png'));
  fs.symlinkSync(folder, path.join(own, 'way'));
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const stage = (place: string) =>
  program.page().call('files.stage', { path: place, kind: 'fittings' });

/** Loads a page without the paths that the user granted to the page before. */
function newPage(): void {
  program.window().contents.navigate('app://cabinet/index.html');
}

async function save(to: string): Promise<void> {
  program.double.control.target = to;
  await program.page().call('shell.saveFile', { name: 'a' });
}

describe('E14: a path that a page names', () => {
  const names = Object.keys(CALLS).filter((name) => takesPath(CALLS[name]?.input ?? never()));

  it('is refused by every call that takes one, and nothing is read or written', async () => {
    newPage();
    expect(names).toEqual(expect.arrayContaining(['files.stage', 'sheets.export']));
    for (const name of names)
      for (const text of [secret, path.join(folder, 'new.zip'), folder, 'own/a.png', '..'])
        for (const input of samplesOf(CALLS[name]?.input ?? never(), { text, document: {} }))
          // The same call without a path is allowed.
          if (callPaths(name, input).length > 0)
            await expect(program.page().call(name as never, input as never)).rejects.toMatchObject(
              refused,
            );
    expect(fs.readdirSync(folder).toSorted()).toEqual(['own', 'secret.png']);
  });

  it('may be that of a file that was dropped, and of none beside it', async () => {
    newPage();
    program.give(path.join(own, 'a.png'));
    expect((await stage(path.join(own, 'a.png'))).name).toBe('a.png');
    await expect(stage(path.join(own, 'deep', 'b.png'))).rejects.toMatchObject(refused);
    await expect(stage(secret)).rejects.toMatchObject(refused);
  });

  it('may lie in a folder that was dropped, and not where a link in it leads', async () => {
    newPage();
    program.give(own);
    const { files } = await program.page().call('files.walk', { paths: [own] });
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    for (const file of files) await stage(file.path);
    for (const out of ['link.png', 'way/secret.png', '../secret.png'])
      await expect(stage(`${own}/${out}`)).rejects.toMatchObject(refused);
    // A file that was deleted meanwhile is reported as a rejected file.
    await expect(stage(path.join(own, 'gone.png'))).rejects.toMatchObject({
      code: 'rejected-file',
    });
  });

  it('may be one that was chosen to be written, and is not read for that', async () => {
    newPage();
    const to = path.join(folder, 'chosen.json');
    const task = { query: { kind: 'edge-bands' }, as: { format: 'json' } } as const;
    await save(to);
    await program.page().call('sheets.export', { ...task, to });
    const other = program.page().call('sheets.export', { ...task, to: secret });
    await expect(other).rejects.toMatchObject(refused);
    await expect(program.page().call('files.stage', { path: to })).rejects.toMatchObject(refused);
    fs.rmSync(to);
  });

  it('may be the folder of a manifest that was dropped, and of nothing else', async () => {
    newPage();
    const manifest = { fittings: [{ kod: 'K-1', name: 'K', image: 'a.png' }] };
    const open = () => program.page().call('productDrafts.fromManifest', { manifest, folder: own });
    program.give(path.join(own, 'a.png'));
    await expect(open()).rejects.toMatchObject(refused);
    program.give(path.join(own, 'manifest.JSON'));
    await open();
    const move = program.page().call('shell.moveData', { to: own });
    await expect(move).rejects.toMatchObject(refused);
  });

  it('is granted to one page alone, by its own preload', async () => {
    newPage();
    const { contents } = program.window();
    const inner = { frameTreeNodeId: 2, url: 'app://cabinet/index.html' };
    contents.receive('cabinet:given', secret, inner);
    for (const place of [7, null, { path: secret }, 'secret.png'])
      contents.receive('cabinet:given', place);
    await expect(stage(secret)).rejects.toMatchObject(refused);
    program.give(secret);
    await stage(secret);
    newPage();
    await expect(stage(secret)).rejects.toMatchObject(refused);
  });

  it('E8: stays granted where the page tries to go elsewhere, and is stopped', async () => {
    newPage();
    const file = path.join(own, 'model.obj');
    fs.writeFileSync(file, OBJ);
    program.give(file);
    const { contents } = program.window();
    for (const url of [`app://cabinet/bytes/${'0'.repeat(64)}`, 'https://evil.example/'])
      contents.go(url);
    expect(contents.mainFrame.url).toBe('app://cabinet/index.html');
    await program.page().call('files.stage', { path: file, kind: 'products' });
  });
});

function never(): never {
  throw new Error('a call has an input');
}
