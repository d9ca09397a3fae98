import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/writer.ts';
import type { Writer } from '#core/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const ROWS = 600;

const NOBODY: (writer: Writer) => unknown = () => null;

/** A profile with the preview of a long sheet, and a work file that has room for a part of it. */
async function stage({ rows = ROWS, pages = 120, signIn = NOBODY } = {}) {
  const dataDir = tempFolder();
  const platform = testPlatform(path.join(dataDir, 'data'));
  const writer = openWriter(platform, () => {});
  onTestFinished(() => writer.close());
  const { handlers, ws } = writer;
  await signIn(writer);
  const sheet = path.join(dataDir, 'big.csv');
  const lines = Array.from({ length: rows }, (_, index) => `K-${index};Nowy ${index};1,50`);
  fs.writeFileSync(sheet, ['kod;name;price', ...lines, ''].join('\n'));
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'fittings', file });
  const { plan } = await handlers['sheets.check']({ sheet: opened.sheet });
  const taken = Number(ws.work.pragma('page_count', { simple: true }));
  ws.work.pragma(`max_page_count = ${taken + pages}`);
  await expect(handlers['plans.queue']({ plan })).rejects.toMatchObject({ code: 'disk-full' });
  return { writer, plan, platform };
}

const room = ({ ws }: Writer) => ws.work.pragma('max_page_count = 1000000');
const queued = ({ ws }: Writer) => ws.operations.countOpen();
const groups = ({ ws }: Writer) => ws.work.prepare('SELECT state FROM change_group').pluck().all();

describe('queueing that a full disk cut short', () => {
  it('is gone on with when it is asked for again, every row once', async () => {
    const { writer, plan } = await stage();
    expect(queued(writer)).toBeGreaterThan(0);
    expect(queued(writer)).toBeLessThan(ROWS);
    expect(groups(writer)).toEqual(['queueing']);
    room(writer);
    expect(await writer.handlers['plans.queue']({ plan })).toMatchObject({ queued: ROWS, left: 0 });
    expect(queued(writer)).toBe(ROWS);
    expect(groups(writer)).toEqual(['queued']);
    await expect(writer.handlers['plans.queue']({ plan })).rejects.toMatchObject({ code: 'state' });
  });

  it('is gone on with before the next send, also where its preview was closed', async () => {
    const { writer, plan } = await stage();
    await writer.handlers['plans.close']({ plan });
    room(writer);
    // Nobody is signed in here: what matters is what is in the outbox by then.
    await expect(
      Promise.resolve(writer.handlers['sync.push']({ patience: 0 })),
    ).rejects.toMatchObject({ code: 'unauthorized' });
    expect(queued(writer)).toBe(ROWS);
    expect(groups(writer)).toEqual(['queued']);
  });

  it('leaves what is queued meanwhile to another send', async () => {
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const signIn = ({ handlers }: Writer) =>
      handlers['session.login']({ url: service.url, ...ACCOUNT });
    const { writer } = await stage({ rows: 120, pages: 25, signIn });
    room(writer);
    const sending = writer.handlers['sync.push']({ patience: 0 });
    const values = { kod: 'LATER', name: 'Later', price: '1.00' };
    await writer.handlers['records.create']({ kind: 'fittings', values, files: [] });
    expect(await sending).toMatchObject({ done: 120, waiting: 1 });
    expect(service.state.all('fittings').map(({ kod }) => kod)).not.toContain('LATER');
    expect(await writer.handlers['sync.push']({ patience: 0 })).toMatchObject({ done: 1 });
  });

  it('stays as it is while there is no room, and harms nothing else', async () => {
    const { writer, platform } = await stage();
    const before = queued(writer);
    await expect(
      Promise.resolve(writer.handlers['sync.push']({ patience: 0 })),
    ).rejects.toMatchObject({ code: 'unauthorized' });
    expect(queued(writer)).toBe(before);
    expect(groups(writer)).toEqual(['queueing']);
    expect(platform.logged.join()).toContain('A group could not be queued to its end');
  });

  it('can be tried again where nothing of it was queued', async () => {
    const { writer, plan } = await stage();
    room(writer);
    await writer.handlers['plans.queue']({ plan });
    const { plan: undo } = await writer.handlers['undo.plan']({});
    writer.ws.work.pragma('query_only = ON');
    await expect(writer.handlers['plans.queue']({ plan: undo })).rejects.toThrow('readonly');
    writer.ws.work.pragma('query_only = OFF');
    expect(await writer.handlers['plans.queue']({ plan: undo })).toMatchObject({ queued: ROWS });
    expect(queued(writer)).toBe(0);
  });
});
