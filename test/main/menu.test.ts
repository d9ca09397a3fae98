import type { MenuItemConstructorOptions, PopupOptions } from 'electron';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
  await program.page().call('status.get', {});
}, 60_000);

/** Returns the items of one menu of the menu bar. */
function items(menu: string): readonly MenuItemConstructorOptions[] {
  const found = program.double.handed.menu.find(({ label }) => label === menu);
  return Array.isArray(found?.submenu) ? found.submenu : [];
}

const labels = (menu: string) => items(menu).map(({ label }) => label);
const line = (menu: string, label: string) => items(menu).find((each) => each.label === label);

describe('the menu of the system', () => {
  it('names what Undo and Redo would do, as the window words it', async () => {
    const page = program.page();
    expect(labels('&Edit').slice(0, 2)).toEqual(['Undo', 'Redo']);
    const undo = 'Undo: +3.5 % on 412 materials';
    await page.call('shell.nameUndo', { undo, redo: 'Redo: Import of A & B.csv on 3 fittings' });
    expect(labels('&Edit').slice(0, 2)).toEqual([undo, 'Redo: Import of A && B.csv on 3 fittings']);
    expect(line('&Edit', undo)).toMatchObject({
      accelerator: 'CmdOrCtrl+Z',
      registerAccelerator: false,
    });
    await page.call('shell.nameUndo', { undo: `Undo: ${'x'.repeat(200)}`, redo: null });
    expect(labels('&Edit')[0]).toHaveLength(72);
    expect(labels('&Edit')[1]).toBe('Redo');
  });

  it('keeps the names when its language changes, and loses them when there is nothing', async () => {
    const page = program.page();
    await page.call('shell.nameUndo', { undo: 'Cofnij: +3,5 % dla 412 materiałów', redo: null });
    await page.call('settings.set', { values: { language: 'pl' } });
    await program.until(() => labels('&Edycja').length > 0);
    expect(labels('&Edycja').slice(0, 2)).toEqual(['Cofnij: +3,5 % dla 412 materiałów', 'Ponów']);
    await page.call('shell.nameUndo', { undo: null, redo: null });
    expect(labels('&Edycja')[0]).toBe('Cofnij');
    await page.call('settings.set', { values: { language: 'en' } });
    await program.until(() => labels('&Edit').length > 0);
  });

  it('speaks the language of the profile that is opened', async () => {
    const page = program.page();
    await page.call('settings.set', { values: { language: 'pl' } });
    await program.until(() => labels('&Edycja').length > 0);
    await page.call('shell.openProfile', { name: 'other' });
    await program.until(() => labels('&Edit').length > 0);
    await page.call('shell.openProfile', { name: 'default' });
    await program.until(() => labels('&Edycja').length > 0);
    await page.call('settings.set', { values: { language: 'en' } });
    await program.until(() => labels('&Edit').length > 0);
  });

  it('asks the window to undo, redo, import and export', async () => {
    const page = program.page();
    const heard: string[] = [];
    page.on('shell.command', ({ command }) => heard.push(command));
    const press = (menu: string, label: string) =>
      line(menu, label)?.click?.({} as never, undefined, {});
    press('&Edit', 'Undo');
    press('&Edit', 'Redo');
    press('&File', 'Import…');
    press('&File', 'Export…');
    expect(heard).toEqual(['undo', 'redo', 'import', 'export']);
    expect(line('&File', 'Export…')).toMatchObject({ accelerator: 'CmdOrCtrl+Shift+E' });
  });
});

describe('the keys that make the window larger and smaller', () => {
  it('are those of a browser: also without Shift, and on the block of numbers', () => {
    const zooms = items('&View').filter(({ role }) => /zoom/i.test(role ?? ''));
    expect(zooms.map(({ role, accelerator, visible }) => [role, accelerator, visible])).toEqual([
      ['zoomIn', undefined, undefined],
      ['zoomIn', 'CmdOrCtrl+=', false],
      ['zoomIn', 'CmdOrCtrl+numadd', false],
      ['zoomOut', undefined, undefined],
      ['zoomOut', 'CmdOrCtrl+numsub', false],
      ['resetZoom', undefined, undefined],
      ['resetZoom', 'CmdOrCtrl+num0', false],
    ]);
  });
});

describe('the menu of a text that is pointed at', () => {
  const ALL = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
  const text = {
    isEditable: true,
    editFlags: ALL,
    selectionText: '',
    dictionarySuggestions: [] as string[],
    menuSourceType: 'mouse',
    frame: null,
    x: 12,
    y: 34,
  };

  /** Returns the context menu that was shown, and its place; null when there was none. */
  function menuFor(params: Partial<typeof text>) {
    const before = program.double.calls.length;
    program.window().contents.emit('context-menu', {}, { ...text, ...params });
    const shown = program.double.calls.slice(before).find(({ name }) => name === 'menu.popup');
    if (shown === undefined) return null;
    const [items, options] = shown.args as [MenuItemConstructorOptions[], PopupOptions];
    return { items, options };
  }
  const said = (params: Partial<typeof text>) =>
    menuFor(params)?.items.map(({ role, label, enabled }) => [role, label, enabled]);
  const NO_LINE = [undefined, undefined, undefined];

  it('has what fits the text: of one that cannot be changed, only a part that is selected is copied', () => {
    const nothing = { ...ALL, canCut: false, canCopy: false };
    expect(said({ editFlags: nothing })).toEqual([
      ['cut', 'Cut', false],
      ['copy', 'Copy', false],
      ['paste', 'Paste', true],
      NO_LINE,
      ['selectAll', 'Select all', true],
    ]);
    expect(said({ isEditable: false, selectionText: 'ZAW-155' })).toEqual([['copy', 'Copy', true]]);
    expect(said({ isEditable: false, selectionText: ' ' })).toBeUndefined();
  });

  it('speaks the language of the menu bar', async () => {
    await program.page().call('settings.set', { values: { language: 'pl' } });
    await program.until(() => labels('&Edycja').length > 0);
    expect(said({ isEditable: false, selectionText: 'x' })).toEqual([['copy', 'Kopiuj', true]]);
    await program.page().call('settings.set', { values: { language: 'en' } });
    await program.until(() => labels('&Edit').length > 0);
  });

  it('stands at the text where a key asked for it', () => {
    expect(menuFor({ menuSourceType: 'keyboard' })?.options).toMatchObject({ x: 12, y: 34 });
    expect(menuFor({})?.options).not.toHaveProperty('x');
  });

  it('puts a word right that the system finds wrong', () => {
    const found = menuFor({ dictionarySuggestions: ['zawias', 'A&B'] });
    expect(found?.items.slice(0, 2).map(({ label }) => label)).toEqual(['zawias', 'A&&B']);
    found?.items[1]?.click?.({} as never, undefined, {});
    expect(program.double.calls.at(-1)).toEqual({
      name: 'contents.replaceMisspelling',
      args: ['A&B'],
    });
  });
});

describe('the menu of a Mac', () => {
  const { platform } = process;
  const on = (name: string) => Object.defineProperty(process, 'platform', { value: name });
  afterEach(() => on(platform));

  /** Returns the menu bar as it is on a Mac. */
  async function barOn(language: 'en' | 'pl') {
    on('darwin');
    await program.page().call('settings.set', { values: { language } });
    await program.until(() => labels(language === 'en' ? 'Window' : 'Okno').length > 0);
  }

  it('has no key that is a letter of a text: a Mac would take it out of what is being typed', async () => {
    await barOn('en');
    const keys = program.double.handed.menu
      .flatMap(({ label }) => items(label ?? ''))
      .map(({ accelerator }) => accelerator)
      .filter((each) => each !== undefined);
    expect(keys).toContain('CmdOrCtrl+K');
    expect(keys.filter((each) => !each.startsWith('CmdOrCtrl+'))).toEqual([]);
  });

  it('closes and lays away the window, in both languages', async () => {
    await barOn('pl');
    expect(items('Okno').map(({ role }) => role)).toEqual(
      expect.arrayContaining(['minimize', 'zoom', 'close', 'front']),
    );
    expect(line('Cabinet', 'Zakończ Cabinet')).toMatchObject({ role: 'quit' });
    await barOn('en');
    expect(line('Cabinet', 'Quit Cabinet')).toMatchObject({ role: 'quit' });
  });

  it('opens the window where it was closed', async () => {
    on('darwin');
    program.window().close();
    await program.until(() => program.double.windows.length === 0);
    line('&Catalogue', 'Send changes')?.click?.({} as never, undefined, {});
    expect(program.double.windows).toHaveLength(1);
  });
});

describe('the dialog for a file to be written', () => {
  it('begins with the name in the folder used last, and gives null when it is left', async () => {
    const page = program.page();
    const save = (name: string) => page.call('shell.saveFile', { name });
    program.double.control.target = '/home/anna/ceny/materiały.csv';
    expect(await save('materials.csv')).toEqual({ path: '/home/anna/ceny/materiały.csv' });
    program.double.control.target = '';
    expect(await save('bez-rozszerzenia')).toEqual({ path: null });
    await save('drugi.xlsx');
    const asked = program.double.calls.filter(({ name }) => name === 'dialog.showSaveDialog');
    // Without it Linux overwrites a file of that name without asking.
    const properties = ['showOverwriteConfirmation', 'createDirectory'];
    expect(asked.map(({ args }) => args[0])).toEqual([
      { properties, defaultPath: 'materials.csv', filters: [{ name: 'CSV', extensions: ['csv'] }] },
      { properties, defaultPath: '/home/anna/ceny/bez-rozszerzenia', filters: [] },
      {
        properties,
        defaultPath: '/home/anna/ceny/drugi.xlsx',
        filters: [{ name: 'XLSX', extensions: ['xlsx'] }],
      },
    ]);
  });
});
