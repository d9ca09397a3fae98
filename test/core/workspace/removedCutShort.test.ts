import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeProfile } from '#core/app/shell/profileInfo.ts';
import { removeProfile } from '#core/app/shell/maintenance.ts';
import { openWriter } from '#core/app/writer.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

it('a profile in which a sheet was cut short is not removed as one in which nothing waits', async () => {
  const platform = testPlatform(path.join(tempFolder(), 'data'));
  const { handlers, ws, close } = openWriter(platform, () => {});
  const sheet = path.join(tempFolder(), 'a.csv');
  fs.writeFileSync(sheet, 'kod;name\nA-1;One\nA-2;Two\n');
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'fittings', file });
  const { plan } = await handlers['sheets.check']({ sheet: opened.sheet });
  ws.work.exec(
    `CREATE TEMP TRIGGER full BEFORE UPDATE OF cursor ON change_group
       BEGIN SELECT RAISE(FAIL, 'no room'); END`,
  );
  await expect(handlers['changesets.queue']({ plan })).rejects.toThrow('no room');
  await close();
  expect(describeProfile(platform, 'default')).not.toMatchObject([{ waiting: 0 }]);
  await expect(removeProfile(platform, 'default', 0)).rejects.toMatchObject({ code: 'state' });
  const [{ waiting } = { waiting: 0 }] = describeProfile(platform, 'default');
  await removeProfile(platform, 'default', waiting);
  expect(fs.existsSync(ws.folder)).toBe(false);
});
