import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

it('a Send that waits for what is queued to its end sends nothing once it was stopped', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const writer = openWriter(testPlatform(path.join(tempFolder(), 'data')), () => undefined);
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  const { handlers, ws } = writer;
  await handlers['session.login']({ url: service.url, ...ACCOUNT });
  const sheet = path.join(tempFolder(), 'bands.csv');
  const lines = Array.from({ length: 450 }, (_, at) => `B-${at};Band ${at}`);
  fs.writeFileSync(sheet, ['code;name', ...lines, ''].join('\n'));
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'edge-bands', file });
  const { plan } = await handlers['sheets.check']({ sheet: opened.sheet });
  ws.work.exec(
    `CREATE TEMP TRIGGER full BEFORE INSERT ON operation
     WHEN (SELECT count(*) FROM operation) >= 250 BEGIN SELECT RAISE(FAIL, 'no room'); END`,
  );
  await expect(handlers['changesets.queue']({ plan })).rejects.toThrow('no room');
  ws.work.exec('DROP TRIGGER full');
  const requests = service.log.length;
  const sent = Promise.resolve(handlers['sync.push']({ patience: 0 }));
  const outcome = sent.then(
    () => 'sent',
    (thrown: unknown) => thrown,
  );
  await handlers['sync.stop']({});
  expect(await outcome).toMatchObject({ code: 'cancelled' });
  expect(service.log.length).toBe(requests);
  expect(ws.operations.counts()).toMatchObject({ waiting: 450 });
});
