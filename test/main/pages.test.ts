import { beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.double.handed.pages !== null);
}, 60_000);

async function load(url: string, method = 'GET'): Promise<Response> {
  const { pages } = program.double.handed;
  if (pages === null) throw new Error('nothing serves pages');
  return pages(new Request(url, { method }));
}

describe('the pages of the desktop', () => {
  it('E7: come with a policy and a nonce that is new each time', async () => {
    const nonces: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const answer = await load('app://cabinet/index.html');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      const page = await answer.text();
      expect(page).toContain(`nonce="${nonce}"`);
      expect(page).not.toContain('__CSP_NONCE__');
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
  });

  it('bring their own scripts and styles, with their types', async () => {
    const page = await (await load('app://cabinet/')).text();
    const script = /src="\.?([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const style = /href="\.?([^"]+\.css)"/.exec(page)?.[1] ?? '';
    for (const [file, type] of [
      [script, 'text/javascript; charset=utf-8'],
      [style, 'text/css; charset=utf-8'],
    ] as const) {
      const answer = await load(`app://cabinet${file}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    }
  });

  it.each([
    'app://cabinet/../../package.json',
    'app://cabinet/..%2f..%2fpackage.json',
    'app://cabinet/..%2F..%2Fpackage.json',
    'app://cabinet/%2e%2e/%2e%2e/package.json',
    'app://cabinet/..%5c..%5cpackage.json',
    'app://cabinet/..\\..\\package.json',
    'app://cabinet/../main/index.js',
    'app://cabinet/%00',
    'app://cabinet/etc/passwd',
    'app://cabinet//etc/passwd',
    'app://cabinet/assets',
    'app://evil/index.html',
    'app://cabinet.evil/index.html',
    'app://user@cabinet/index.html',
    'app://cabinet:8080/index.html',
  ])('E11: lead nowhere by %s', async (url) => {
    const answer = await program.double.handed.pages?.({ url, method: 'GET' } as Request);
    expect(answer?.status).toBe(404);
    expect(await answer?.text()).toBe('Not found\n');
  });

  it('are only read', async () => {
    expect((await load('app://cabinet/index.html', 'POST')).status).toBe(405);
  });

  it('E8: stay where they are', () => {
    const { contents } = program.window();
    const tries: [string, object, boolean][] = [
      ['will-navigate', { url: 'https://evil.example/' }, true],
      ['will-navigate', { url: 'app://cabinet.evil/index.html' }, true],
      ['will-navigate', { url: 'file:///etc/passwd' }, true],
      ['will-navigate', { url: 'javascript:alert(1)' }, true],
      ['will-navigate', { url: 'app://cabinet/index.html' }, false],
      ['will-navigate', { url: 'app://cabinet/' }, true],
      ['will-navigate', { url: 'app://cabinet/index.html?x' }, true],
      ['will-navigate', { url: `app://cabinet/bytes/${'0'.repeat(64)}` }, true],
      ['will-frame-navigate', { url: 'app://cabinet/bytes/x', isMainFrame: true }, true],
      ['will-prevent-unload', {}, true],
      ['will-frame-navigate', { url: 'app://cabinet/index.html', isMainFrame: false }, true],
      ['will-frame-navigate', { url: 'app://cabinet/drawing.html', isMainFrame: false }, false],
      ['will-frame-navigate', { url: 'app://cabinet/drawing.html', isMainFrame: true }, true],
      ['will-frame-navigate', { url: 'app://cabinet/drawing.html?x', isMainFrame: false }, true],
      ['will-redirect', { url: 'app://cabinet/index.html' }, true],
      ['will-attach-webview', {}, true],
    ];
    for (const [name, details, stopped] of tries) {
      const event = new program.double.Preventable();
      contents.emit(name, Object.assign(event, details));
      expect([name, details, event.defaultPrevented]).toEqual([name, details, stopped]);
    }
  });

  it('E9: put nothing on the disk by themselves', () => {
    const event = new program.double.Preventable();
    program.double.handed.session.emit('will-download', event, {}, program.window().webContents);
    expect(event.defaultPrevented).toBe(true);
  });

  it('E9: open no window, and hand no address to a program outside', () => {
    const { contents } = program.window();
    for (const url of [
      'https://example.com/a?b=c',
      'http://example.com/',
      'https://user:secret@example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'smb://host/share',
      'ms-msdt:/id',
      'app://cabinet/index.html',
      'not an address',
    ])
      expect(contents.openHandler?.({ url })).toEqual({ action: 'deny' });
    expect(program.names()).not.toContain('shell.openExternal');
  });
});
