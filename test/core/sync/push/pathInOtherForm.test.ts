import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';

const POST = { method: 'POST', path: '/adminapi/products' };
const FORMS = [
  ['with a slash in front', (path: string) => `/${path}`],
  ['with the other slashes', (path: string) => path.replaceAll('/', '\\')],
] as const;

const made = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => name === 'Szafa 9');

/** A new product with its model; the service keeps the path of that in another form than its upload named. */
async function create(desk: TestWorkstation, keep: (path: string) => string): Promise<void> {
  const path = desk.file('szafa.obj', OBJ);
  const { file } = await desk.call('files.stage', { path, kind: 'products', field: 'modelPath' });
  const values = { name: 'Szafa 9', status: '1', date: '2026-03-02', materialy: {}, main: {} };
  const files = [{ field: 'modelPath', file }];
  await desk.call('records.create', { kind: 'products', values, files });
  desk.service.addFault({
    on: POST,
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase !== 'after') return;
      for (const each of made(desk)) {
        const modelPath = keep(String(each['modelPath']));
        desk.service.state.patch('products', String(each['_id']), { modelPath });
      }
    },
  });
}

describe.each(FORMS)('a path that is kept %s', (_form, keep) => {
  it('is not told as another one', async () => {
    const desk = await openDesk();
    await create(desk, keep);
    await desk.push();
    const { operations } = await desk.call('outbox.list', { states: ['waiting', 'done'] });
    expect(operations).toMatchObject([{ state: 'done', reason: null }]);
  });

  it('tells the record whose answer was lost', async () => {
    const desk = await openDesk();
    await create(desk, keep);
    desk.service.addFault({ on: POST, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    await sendAll(desk);
    await sendAll(desk);
    expect(made(desk)).toHaveLength(1);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('of a picture is not sent again', async () => {
    const desk = await openDesk();
    const [product] = desk.service.state.all('products');
    const ref = String(product?.['_id']);
    const before = Array.isArray(product?.['images']) ? product['images'].length : 0;
    const path = desk.file('a.png', PNG);
    const { file } = await desk.call('files.stage', { path, kind: 'products', field: 'images' });
    const files = [{ field: 'images', file }];
    await desk.call('records.update', { kind: 'products', ref, values: {}, files });
    desk.service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        const images = desk.service.state.all('products')[0]?.['images'];
        if (phase !== 'after' || !Array.isArray(images)) return;
        const kept = images.map((each, at) => (at < before ? each : keep(String(each))));
        desk.service.state.patch('products', ref, { images: kept });
      },
    });
    await desk.push();
    await sendAll(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect(await undo(desk)).toMatchObject({ counts: { changed: 1, kept: 0 }, queued: 1 });
    await sendAll(desk);
    expect(desk.service.state.all('products')[0]?.['images']).toHaveLength(before);
  });
});
