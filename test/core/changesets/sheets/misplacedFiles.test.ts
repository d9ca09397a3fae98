import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import { openSheet, rowsOf } from '../../../support/sheets.ts';

const SHEET = 'kod;name;price;images;model\nPM-1;n;1;m.obj;a.png\nPM-2;n;1;a.png;m.obj\n';

describe('a model in an image field and an image in a model field of a sheet', () => {
  it.each(['beside the sheet', 'given with the sheet'])(
    'are refused with their places: files %s',
    async (where) => {
      const desk = await openDesk();
      const { sheet } = await openSheet(desk, 'fittings', 's/a.csv', SHEET);
      const folder = where === 'beside the sheet' ? 's' : 'elsewhere';
      const given = [desk.file(`${folder}/m.obj`, OBJ), desk.file(`${folder}/a.png`, PNG)];
      if (folder === 'elsewhere') {
        const names = ['m.obj', 'a.png'];
        const beside = [];
        for (const [at, path] of given.entries()) {
          const { file } = await desk.call('files.stage', { path, kind: 'fittings' });
          beside.push({ name: names[at] ?? '', file });
        }
        await desk.call('sheets.adjust', { sheet, beside });
      }
      const { plan, counts } = await desk.call('sheets.check', { sheet });
      expect(counts).toMatchObject({ new: 1, error: 1 });
      const [refused] = await rowsOf(desk, plan);
      expect(refused?.issues).toMatchObject([
        {
          place: 'images',
          value: expect.stringContaining('m.obj has the type .obj'),
          expected: expect.stringContaining('a picture of type'),
        },
        {
          place: 'model',
          value: expect.stringContaining('a.png has the type .png'),
          expected: expect.stringContaining('a 3D model of type'),
        },
      ]);
      expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1 });
    },
  );
});
