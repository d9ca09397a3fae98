import { beforeAll, describe, expect, it } from 'vitest';
import { speak, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram({ picked: ['/home/anna/models/a.obj'] });
  await program.until(() => program.names().includes('window.loadURL'));
  await program.page().call('status.get', {});
}, 60_000);

const CALL = { type: 'call', id: 7, name: 'settings.get', input: {} };

describe('the channel of the window', () => {
  it('answers the page, in values that can be cloned', async () => {
    const settings = await program.page().call('settings.get', {});
    expect(settings).toMatchObject({ language: 'system', concurrency: 3 });
  });

  it('says what shell this is', async () => {
    expect(await program.page().call('shell.info', {})).toEqual({
      shell: 'electron',
      platform: process.platform,
      version: '1.2.3',
      locale: 'en-GB',
      persistsSecrets: true,
      managed: {
        serviceUrl: null,
        serviceOnly: false,
        tryUndocumented: true,
        settings: [],
        fault: null,
      },
      profile: 'default',
    });
  });

  it.each([
    ['no frame', () => null],
    ['a frame inside the page', () => ({ frameTreeNodeId: 2, url: 'app://cabinet/index.html' })],
    ['another page', () => ({ frameTreeNodeId: 1, url: 'https://evil.example/' })],
    [
      'a file that was opened as a page',
      () => ({ frameTreeNodeId: 1, url: 'app://cabinet/bytes/x' }),
    ],
    ['a page that looks like ours', () => ({ frameTreeNodeId: 1, url: 'app://cabinet.evil/' })],
    ['a page before it has an address', () => ({ frameTreeNodeId: 1, url: '' })],
  ])('E10: hears nothing from %s', async (_who, frame) => {
    const { contents } = program.window();
    const before = contents.sent.length;
    speak(contents, CALL, frame());
    await program.page().call('settings.get', {});
    expect(contents.sent.length).toBe(before + 1);
  });

  it('E10: lets no input through that does not fit', async () => {
    const page = program.page();
    await expect(page.call('records.list', { kind: 'cats' as never })).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(page.call('constructor' as never, {} as never)).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(page.call('shell.pickFiles', {} as never)).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('E10: outlives ten thousand messages that mean nothing', async () => {
    const { contents } = program.window();
    const junk = [null, 7, 'x', [], {}, { type: 'call' }, { ...CALL, id: 'x' }, { type: 'event' }];
    for (let i = 0; i < 10_000; i += 1) speak(contents, junk[i % junk.length]);
    expect((await program.page().call('settings.get', {})).pageSize).toBe(0);
  });

  it('passes the notices of the core on', async () => {
    const page = program.page();
    const heard: unknown[] = [];
    page.on('settings.changed', (data) => heard.push(data));
    await page.call('settings.set', { values: { concurrency: 4 } });
    await program.until(() => heard.length > 0);
    expect(heard).toEqual([{}]);
  });

  it('gives the answers for one page to no other', async () => {
    const { contents } = program.window();
    speak(contents, { ...CALL, id: 4711 });
    contents.navigate('app://cabinet/index.html');
    await program.page().call('settings.get', {});
    const late = contents.sent.filter(({ message }) => idOf(message) === 4711);
    expect(late).toEqual([]);
  });

  it('goes on for a page whose way elsewhere was denied', async () => {
    const { contents } = program.window();
    const answer = program.page().call('settings.get', {});
    const details = { url: 'https://evil.example/', isMainFrame: true, isSameDocument: false };
    contents.emit('did-start-navigation', details);
    expect((await answer).pageSize).toBe(0);
  });

  it('picks files in the folder of the last time', async () => {
    const page = program.page();
    const wanted = { multiple: true, extensions: ['.obj', 'glb'] };
    expect(await page.call('shell.pickFiles', wanted)).toEqual({
      paths: ['/home/anna/models/a.obj'],
    });
    await page.call('shell.pickFiles', { multiple: false, extensions: [] });
    const asked = program.double.calls.filter(({ name }) => name === 'dialog.showOpenDialog');
    expect(asked.map(({ args }) => args[0])).toEqual([
      {
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'obj, glb', extensions: ['obj', 'glb'] }],
      },
      { properties: ['openFile'], filters: [], defaultPath: '/home/anna/models' },
    ]);
  });

  it('picks a folder, which may be a new one', async () => {
    const page = program.page();
    expect(await page.call('shell.pickFolder', {})).toEqual({ path: '/home/anna/models/a.obj' });
    const asked = program.double.calls.findLast(({ name }) => name === 'dialog.showOpenDialog');
    expect(asked?.args[0]).toEqual({ properties: ['openDirectory', 'createDirectory'] });
  });
});

describe('what the desktop tells its window', () => {
  it('is what a person chose in the menu, in their language', async () => {
    const page = program.page();
    const heard: unknown[] = [];
    page.on('shell.command', ({ command }) => heard.push(command));
    await program.until(() => labels().includes('&Catalogue'));
    await page.call('settings.set', { values: { language: 'pl' } });
    await program.until(() => labels().includes('&Katalog'));
    const catalogue = program.double.handed.menu.find(({ label }) => label === '&Katalog');
    const items = Array.isArray(catalogue?.submenu) ? catalogue.submenu : [];
    const send = items.find(({ label }) => label === 'Wyślij zmiany');
    expect(send).toMatchObject({ accelerator: 'CmdOrCtrl+Enter', registerAccelerator: false });
    send?.click?.({} as never, undefined, {});
    expect(heard).toEqual(['send']);
    expect(labels()).not.toContain('&Programowanie');
  });

  it('is that the computer was asleep', () => {
    const heard: unknown[] = [];
    program.page().on('shell.resumed', (data) => heard.push(data));
    program.double.power.emit('suspend');
    program.double.power.emit('resume');
    expect(heard).toEqual([{}]);
  });
});

describe('a window that crashed', () => {
  it('is loaded again, three times in a minute, and never while its end is still being told', async () => {
    const { contents } = program.window();
    const reloads = () => program.names().filter((each) => each === 'contents.reload').length;
    for (let i = 0; i < 5; i += 1) contents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(reloads()).toBe(0);
    await program.until(() => reloads() > 0);
    expect(reloads()).toBe(3);
    // A user who is asked to close the window must see it, even when it never had anything to show.
    expect(
      program
        .names()
        .filter((each) => !each.startsWith('contents.'))
        .slice(-2),
    ).toEqual(['window.show', 'dialog.showMessageBox']);
  });

  it('is left alone when it ended cleanly', () => {
    const before = program.names().length;
    program.window().contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(program.names()).toHaveLength(before);
  });
});

function labels(): unknown[] {
  return program.double.handed.menu.map(({ label }) => label);
}

function idOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
}
