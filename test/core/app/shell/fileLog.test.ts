import type { EventEmitter } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/tempFolder.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { describeError } from '#contract/describeError.ts';
import { LONGEST_REPORT } from '#contract/shell.ts';
import { fileLog, logUncaught, newestLogLines, withoutSecrets } from '#core/app/shell/fileLog.ts';

/** Returns a full log; `noted` returns the later lines. */
function fullLog() {
  const folder = tempFolder();
  const file = path.join(folder, 'logs', 'cabinet.log');
  const full = 'x'.repeat(1024 * 1024 + 1);
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, full);
  const log = fileLog(systemDisk.files, () => folder);
  return { file, full, log, noted: () => fs.readFileSync(file, 'utf8').replace(full, '') };
}

describe('the log', () => {
  it('is begun anew when it is full, and the one before is kept', () => {
    const { file, full, log, noted } = fullLog();
    log('warn', 'first\nline');
    expect(noted()).toMatch(/^\S+ warn first line\n$/);
    expect(fs.readFileSync(`${file}.old`, 'utf8')).toBe(full);
  });

  it('goes on where the full one cannot be set aside, as on Windows while somebody reads along', () => {
    const { file, log, noted } = fullLog();
    // No file takes the place of a folder, on any system.
    fs.mkdirSync(path.join(`${file}.old`, 'held'), { recursive: true });
    log('error', 'The writer was lost');
    log('info', 'and is back');
    expect(noted()).toMatch(/^\S+ error The writer was lost\n\S+ info and is back\n$/);
    fs.rmSync(`${file}.old`, { recursive: true });
    log('info', 'set aside');
    expect(noted()).toMatch(/^\S+ info set aside\n$/);
  });

  it('is read newest first, with the log before it, and without lines that are no entries', () => {
    const folder = tempFolder();
    expect(newestLogLines(systemDisk.files, folder)).toEqual([]);
    fs.mkdirSync(path.join(folder, 'logs'));
    fs.writeFileSync(
      path.join(folder, 'logs', 'cabinet.log.old'),
      '2026-11-01T10:00:00.000Z info first\nno entry\n2026-11-01T99:00:00Z warn no time\n',
    );
    fs.writeFileSync(
      path.join(folder, 'logs', 'cabinet.log'),
      '2026-11-02T10:00:00.000Z error second: line\n2026-11-02T10:00:01.000Z debug none\n',
    );
    expect(newestLogLines(systemDisk.files, folder)).toEqual([
      { at: Date.UTC(2026, 10, 2, 10), level: 'error', text: 'second: line' },
      { at: Date.UTC(2026, 10, 1, 10), level: 'info', text: 'first' },
    ]);
  });

  it.each(['logs', 'logs/cabinet.log'])('is not written or read where %s is a link', (name) => {
    const [folder, other] = [tempFolder(), tempFolder()];
    const file = path.join(other, 'cabinet.log');
    const text = '2026-11-02T10:00:00.000Z error of another program\n';
    fs.writeFileSync(file, text);
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.symlinkSync(name === 'logs' ? other : file, path.join(folder, name));
    fileLog(systemDisk.files, () => folder)('warn', 'line');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect(newestLogLines(systemDisk.files, folder)).toEqual([]);
  });

  it('is read from its end alone when it is larger than Cabinet makes it', () => {
    const folder = tempFolder();
    const line = '2026-11-02T10:00:00.000Z info last';
    fs.mkdirSync(path.join(folder, 'logs'));
    const file = path.join(folder, 'logs', 'cabinet.log');
    fs.writeFileSync(file, 'a\n');
    // A sparse file of more than a text can hold.
    fs.truncateSync(file, 3_000_000_000);
    fs.appendFileSync(file, `\n${line}\n`);
    expect(newestLogLines(systemDisk.files, folder)).toMatchObject([{ text: 'last' }]);
  });

  it('cuts long sentences and removes secrets from them in little time', () => {
    const folder = tempFolder();
    const begun = performance.now();
    fileLog(systemDisk.files, () => folder)('warn', 'eyJ-'.repeat(100_000));
    withoutSecrets('eyJ-'.repeat(40_000));
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(newestLogLines(systemDisk.files, folder)[0]?.text.length).toBeLessThan(10_000);
  });

  it('holds an error that nothing caught, with version and stack in one line', () => {
    const emitter: EventEmitter = process;
    const lines: string[] = [];
    const stop = logUncaught((level, text) => lines.push(`${level} ${text}`));
    emitter.emit(
      'uncaughtExceptionMonitor',
      new TypeError('x is not a function'),
      'uncaughtException',
    );
    stop();
    emitter.emit('uncaughtExceptionMonitor', new Error('later'), 'uncaughtException');
    expect(lines).toEqual([
      expect.stringMatching(
        /^error An unexpected error in Cabinet \d+\.\d+\.\d+: TypeError: x is not a function \| at .*fileLog\.test\.ts/,
      ),
    ]);
  });

  it.each([
    ['a text', 'thrown text', 'thrown text'],
    ['nothing', undefined, 'undefined'],
    ['a long message', new Error('m'.repeat(9000)), `Error: ${'m'.repeat(LONGEST_REPORT - 7)}`],
  ])('describes %s that was thrown', (_name, thrown, described) => {
    expect(describeError(thrown)).toBe(described);
  });

  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [removed]'],
    ['token=s3cret&x=1', 'token=[removed]&x=1'],
    ['{"password":"hunter2","user":"ana"}', '{"password":"[removed]","user":"ana"}'],
    ['https://ana:hunter2@service.example/x', 'https://[removed]@service.example/x'],
    ['got eyJhbGciOi.eyJzdWIi.c2ln back', 'got [removed] back'],
    ['The push stopped: 3 records, EIO', 'The push stopped: 3 records, EIO'],
  ])('holds no secret of %s', (sentence, kept) => {
    expect(withoutSecrets(sentence)).toBe(kept);
    const folder = tempFolder();
    fileLog(systemDisk.files, () => folder)('warn', sentence);
    expect(fs.readFileSync(path.join(folder, 'logs', 'cabinet.log'), 'utf8')).toMatch(
      / warn .*\n$/,
    );
    expect(fs.readFileSync(path.join(folder, 'logs', 'cabinet.log'), 'utf8')).toContain(kept);
  });
});
