import { beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

describe('the desktop shell starts', () => {
  it('in the order that Electron asks for', () => {
    expect(
      program.names().filter((each) => !/^(?:window\.show|safeStorage\..*)$/.test(each)),
    ).toEqual([
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'app.requestSingleInstanceLock',
      'app.whenReady',
      'session.permission.request',
      'session.permission.check',
      'session.permission.device',
      'session.setSpellCheckerEnabled',
      'protocol.handle',
      'new BrowserWindow',
      'window.loadURL',
    ]);
  });

  it('and writes down nothing of the memory when a process crashes', () => {
    expect(program.names()).not.toContain('crashReporter.start');
  });

  it('with an honest scheme that may not be bypassed', () => {
    const call = program.double.calls.find(({ name }) => name.startsWith('protocol.register'));
    expect(call?.args).toEqual([
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ],
    ]);
  });

  it('E1–E6: with a page that reaches nothing but its preload', () => {
    const { preload, ...preferences } = program.window().options.webPreferences ?? {};
    expect(preload).toMatch(/out[/\\]preload[/\\]index\.cjs$/);
    expect(preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      devTools: false,
      // On other systems Chromium would download a dictionary from a Google server.
      spellcheck: process.platform === 'darwin',
    });
  });

  it('with a window of a workable size, shown when it has something to show', async () => {
    const window = program.window();
    expect(window.options).toMatchObject({ minWidth: 1024, minHeight: 700, show: false });
    await program.until(() => program.names().includes('window.show'));
  });

  it('with an icon on Linux, where no file of the program brings one', () => {
    const { icon } = program.window().options;
    if (process.platform === 'linux') expect(icon).toMatch(/resources\/icons\/png\/512x512\.png$/);
    else expect(icon).toBeUndefined();
  });

  it('E5: denies whatever a page could ask of the computer', () => {
    const { permissions } = program.double.handed;
    const answers: unknown[] = [];
    permissions['request']?.({}, 'media', (granted: unknown) => answers.push(granted));
    permissions['request']?.({}, 'openExternal', (granted: unknown) => answers.push(granted));
    answers.push(permissions['check']?.({}, 'clipboard-read', 'app://cabinet'));
    answers.push(permissions['device']?.({ deviceType: 'usb' }));
    expect(answers).toEqual([false, false, false, false]);
  });

  it('brings its window forward for a second instance', async () => {
    const window = program.window();
    window.minimized = true;
    program.double.realApp.emit('second-instance', {}, ['cabinet'], '/');
    const names = program.names();
    expect(names.slice(names.indexOf('window.restore'))).toEqual([
      'window.restore',
      'window.show',
      'window.focus',
    ]);
    await Promise.resolve();
    expect(program.double.windows).toHaveLength(1);
  });

  it('says so where a second instance was asked for other data than those it shows', async () => {
    const { calls, realApp } = program.double;
    // An error box would block the whole program, and the typing in its window, until it is closed.
    const boxes = () => calls.filter(({ name }) => name === 'dialog.showMessageBox');
    const start = async (data: unknown) => {
      realApp.emit('second-instance', {}, [], '/', data);
      await program.page().call('status.get', {});
      return boxes().length;
    };
    const lock = calls.find(({ name }) => name === 'app.requestSingleInstanceLock');
    expect(lock?.args).toEqual([{ folder: program.dataDir, profile: undefined }]);
    const { dataDir: folder } = program;
    for (const same of [{ folder }, { folder, profile: 'default' }, undefined, 'nonsense'])
      expect(await start(same)).toBe(0);
    const text = () => String(boxes().at(-1)?.args[1]);
    expect(await start({ folder: '/other/data' })).toBe(1);
    expect(text()).toContain('/other/data');
    // The message belongs to the window, so it cannot be behind it.
    expect(boxes().at(-1)?.args[2]).toBe(true);
    expect(text()).toContain(folder);
    expect(await start({ folder, profile: 'second' })).toBe(2);
    expect(text()).toContain('second');
    await program.page().call('settings.set', { values: { language: 'pl' } });
    expect(await start({ folder, profile: 'second' })).toBe(3);
    expect(text()).toBe(
      'Program jest już otwarty z profilem default. Wybierz w jego oknie profil second albo najpierw je zamknij.',
    );
    const to = `${folder}-moved`;
    await program.choose(to);
    await program.page().call('shell.moveData', { to });
    expect(await start({ folder: to })).toBe(3);
    expect(await start({ folder: '/other/data' })).toBe(4);
    expect(text()).toContain(to);
  });
});
