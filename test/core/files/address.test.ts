import { describe, expect, it } from 'vitest';
import { assetUrl, reachOf, redirectTarget, requestPath } from '#core/files/assets/address.ts';

const BASE = 'https://service.example/api';

describe('N1: the address of a stored path', () => {
  it.each([
    ['uploads/fittings/a.png', 'https://service.example/api/uploads/fittings/a.png'],
    ['/uploads/a.png', 'https://service.example/api/uploads/a.png'],
    [
      'uploads\\materials\\Dąb 1.png',
      'https://service.example/api/uploads/materials/D%C4%85b%201.png',
    ],
    ['uploads/a.png?x=1#y', 'https://service.example/api/uploads/a.png%3Fx%3D1%23y'],
    ['uploads/%2e%2e/%2e%2e/x', 'https://service.example/api/uploads/%252e%252e/%252e%252e/x'],
    ['https://service.example/files/a.png#x', 'https://service.example/files/a.png'],
  ])('%s is %s', (stored, url) => {
    expect(assetUrl(BASE, stored)?.href).toBe(url);
  });

  it.each([
    '',
    '/',
    '.',
    '../../etc/passwd',
    'uploads/../../x',
    '..\\..\\windows\\x',
    'C:\\x',
    'a:stream',
    '//host/share',
    '\\\\host\\share',
    'http://evil.example/x',
    'http://service.example/x',
    'https://user:pass@service.example/x',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'uploads/a\u0000.png',
    'uploads/a\r\nHost: evil',
    'uploads/\ud800.png',
    'x'.repeat(5000),
  ])('%j is none', (stored) => {
    expect(assetUrl(BASE, stored)).toBeNull();
  });

  it('never leaves the base, whatever the path', () => {
    for (const stored of ['...', 'a/...', '%2e%2e', 'a/./b', '~', '@evil.example/', ':80/x']) {
      const path = requestPath(stored);
      const url = path === null ? null : assetUrl(BASE, stored);
      expect(url === null || url.href.startsWith(`${BASE}/`)).toBe(true);
    }
  });

  it('stands under a base of its own where one is set', () => {
    expect(assetUrl('http://127.0.0.1:8080/static/', 'a.png')?.href).toBe(
      'http://127.0.0.1:8080/static/a.png',
    );
    expect(assetUrl('ftp://files.example', 'a.png')).toBeNull();
    expect(assetUrl('', 'a.png')).toBeNull();
  });
});

describe('R9: a redirect', () => {
  const from = new URL('https://service.example/a.png');
  it.each([
    ['/b.png', 'https://service.example/b.png'],
    ['https://cdn.example/b.png', 'https://cdn.example/b.png'],
    ['https://1.1.1.1/b.png', 'https://1.1.1.1/b.png'],
    ['https://[2606:4700::1]/b.png', 'https://[2606:4700::1]/b.png'],
  ])('to %s is followed', (location, to) => {
    expect(redirectTarget(from, location)?.href).toBe(to);
  });

  it.each([
    'http://service.example/b.png',
    'http://127.0.0.1:6379/',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://192.168.1.1/admin',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://localhost./x',
    'https://localhost../x',
    'https://foo.localhost./x',
    'https://printer/x',
    'https://printer.local/x',
    'https://printer.local./x',
    'https://nas.lan/x',
    'https://metadata.google.internal/x',
    'https://router.home.arpa/x',
    'https://100.64.0.1/x',
    'https://198.18.0.1/x',
    'https://127.0.0.1./x',
    'https://0177.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[::ffff:8.8.8.8]/x',
    'https://[::]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[2002:a00:1::]/x',
    'https://[64:ff9b::a00:1]/x',
    'file:///etc/passwd',
    'https://user:pass@cdn.example/x',
    'http://',
  ])('to %s is not', (location) => {
    expect(redirectTarget(from, location)).toBeNull();
  });

  it('from http to https of the same host is followed in a private network too, on its own port', () => {
    const inside = new URL('http://catalogue.local/a.png');
    const upgraded = redirectTarget(inside, 'https://catalogue.local/a.png');
    expect(upgraded?.href).toBe('https://catalogue.local/a.png');
    expect(redirectTarget(inside, 'https://catalogue.local:6379/a.png')).toBeNull();
    expect(reachOf(inside, new URL('https://catalogue.local/a.png'))).toBe('any');
    expect(reachOf(inside, new URL('http://catalogue.local/b.png'))).toBe('any');
    expect(reachOf(inside, new URL('https://cdn.example/a.png'))).toBe('public');
  });
});
