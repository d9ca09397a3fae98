import { describe, expect, it } from 'vitest';
import { plainFileName } from '#contract/files/fileName.ts';

describe('N3: a name proposed for a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.obj', '_COM1.obj'],
    ['console.obj', 'console.obj'],
    ['a:stream', 'astream'],
    ['list.csv. . ', 'list.csv'],
    ['a\u0000b\u0007.png', 'ab.png'],
    ['\u202ejbo.exe', 'jbo.exe'],
    ['e\u0301.png', '\u00e9.png'],
    ['..', ''],
    ['Szafa 2D "biała"?', 'Szafa 2D biała'],
  ])('%j becomes %j', (given, kept) => {
    expect(plainFileName(given)).toBe(kept);
  });
});
