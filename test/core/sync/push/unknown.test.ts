import { describe, expect, it } from 'vitest';
import { OBJ, openDesk } from '../../../support/desk.ts';
import { lookTwice, SETTLE, sleepsBefore } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const FITTINGS = '/adminapi/fittings';

async function newFitting(desk: TestWorkstation, kod: string) {
  return desk.call('records.create', {
    kind: 'fittings',
    values: { kod, name: `Zawias ${kod}` },
    files: [],
  });
}
const held = (desk: TestWorkstation, kod: string) =>
  desk.service.state.all('fittings').filter((each) => each['kod'] === kod);
const stateOf = async (desk: TestWorkstation) => (await desk.call('status.get', {})).queue;

describe('an answer that was lost', () => {
  it('leaves a create unknown until the settle window is over, then finds it by its code', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'LOST-1');
    desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'lostAnswer' });
    expect(await desk.push()).toMatchObject({ unknown: 1, done: 0 });
    expect(await desk.push()).toMatchObject({ unknown: 1, done: 0 });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    expect(held(desk, 'LOST-1')).toHaveLength(1);
  });

  it('is waited for anew by a computer that slept while it was on its way', async () => {
    const desk = await openDesk();
    const { operation } = await newFitting(desk, 'LOST-3');
    const on = { method: 'POST', path: FITTINGS };
    sleepsBefore(desk, on);
    desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    const woken = desk.clock.now();
    const nextAt = async () => (await desk.call('outbox.list', {})).operations[0]?.nextAt ?? 0;
    expect(await nextAt()).toBe(woken + SETTLE);
    // Nor does asking for it at once look before that.
    await desk.call('outbox.retry', { operation: operation ?? '' });
    expect(await nextAt()).toBe(woken + SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    expect(held(desk, 'LOST-3')).toEqual([]);
    // The request that the computer sent after it woke arrives late.
    desk.service.state.insert('fittings', { kod: 'LOST-3', name: 'Zawias LOST-3' });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    expect(held(desk, 'LOST-3')).toHaveLength(1);
  });

  it('sends a create again only when it is surely not there, and looks for a twin after that', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'LOST-2');
    desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'resetBefore' });
    await desk.push();
    await lookTwice(desk);
    expect(held(desk, 'LOST-2')).toHaveLength(1);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, refused: 0, done: 1 });
    expect(held(desk, 'LOST-2')).toHaveLength(1);
  });

  it.each([false, true])(
    'does not take a record for created that shows nothing of what was sent (applied: %s)',
    async (applied) => {
      const desk = await openDesk();
      await newFitting(desk, 'STRANGER');
      const kind = 'garbage';
      const body = '{"_id":"0","name":"Portal"}';
      const on = { method: 'POST', path: FITTINGS };
      desk.service.addFault({ on, nth: 1, kind, body, applied });
      desk.service.addFault({ on: { method: 'GET', path: `${FITTINGS}/0` }, kind, body });
      expect(await desk.push()).toMatchObject({ unknown: 1, done: 0 });
      for (let look = 0; look < 4; look += 1) {
        desk.clock.advance(2 * SETTLE);
        await desk.push();
      }
      // The service said yes: where the record cannot be found, a person is asked, and nothing sent again.
      expect(await stateOf(desk)).toMatchObject({ unknown: 0, refused: applied ? 0 : 1 });
      expect(held(desk, 'STRANGER')).toHaveLength(applied ? 1 : 0);
    },
  );

  it('treats a 500 as unknown: applied or not, the service holds the record once', async () => {
    for (const kind of ['status', 'appliedStatus'] as const) {
      const desk = await openDesk();
      await newFitting(desk, 'FIVE');
      desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind, status: 500 });
      expect(await desk.push()).toMatchObject({ unknown: 1 });
      await lookTwice(desk);
      desk.clock.advance(SETTLE);
      expect(await desk.push()).toMatchObject({ unknown: 0, refused: 0 });
      expect(held(desk, 'FIVE')).toHaveLength(1);
    }
  });

  it('recognises a lost product by the path that only its upload was given', async () => {
    const desk = await openDesk();
    const model = await desk.call('files.stage', {
      path: desk.file('p.obj', OBJ),
      kind: 'products',
      field: 'modelPath',
    });
    await desk.call('records.create', {
      kind: 'products',
      values: { name: 'Szafa 2D', status: '1', date: '2026-03-02', materialy: {}, main: {} },
      files: [{ field: 'modelPath', file: model.file }],
    });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/products' },
      nth: 1,
      kind: 'lostAnswer',
    });
    await desk.push();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(
      desk.service.state.all('products').filter(({ name }) => name === 'Szafa 2D'),
    ).toHaveLength(2);
  });

  it('never repeats a picture change that had arrived', async () => {
    const desk = await openDesk();
    const image = await desk.call('files.stage', {
      path: desk.file('n.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      kind: 'products',
      field: 'images',
    });
    const [product] = desk.service.state.all('products');
    const id = String(product?.['_id']);
    await desk.call('records.update', {
      kind: 'products',
      ref: id,
      values: {},
      files: [{ field: 'images', file: image.file }],
    });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'lostAnswer' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.get('products', id)?.['images']).toHaveLength(1);
    expect(desk.service.log.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('keeps later changes of the record behind one of unknown outcome', async () => {
    const desk = await openDesk();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '9' },
      files: [],
    });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '10' },
      files: [],
    });
    expect(await desk.push()).toMatchObject({ unknown: 1, waiting: 1 });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, waiting: 0, done: 2 });
    expect(
      desk.service.log.filter(({ method }) => method === 'PATCH').map(({ body }) => body),
    ).toEqual([{ price: 9 }, { price: 10 }]);
  });

  it('asks the person after three tries that the service never answers', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'NEVER');
    desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, kind: 'resetBefore' });
    await desk.push();
    for (let i = 0; i < 4; i += 1) await lookTwice(desk);
    expect(await stateOf(desk)).toMatchObject({ refused: 1, unknown: 0 });
    const { operations } = await desk.call('outbox.list', {});
    expect(operations[0]?.reason?.code).toBe('gave-up');
    desk.service.clearFaults();
    await desk.call('outbox.retry', { operation: operations[0]?.id ?? '' });
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(held(desk, 'NEVER')).toHaveLength(1);
    expect(await stateOf(desk)).toMatchObject({ refused: 0, unknown: 0, waiting: 0 });
  });

  it('ties a second try that is refused as a duplicate to the first one that had arrived', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'GHOST');
    desk.service.addFault({
      on: { method: 'POST', path: FITTINGS },
      nth: 1,
      kind: 'ghost',
      delayMs: 0,
    });
    await desk.push();
    await desk.service.settled();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(held(desk, 'GHOST')).toHaveLength(1);
  });
});

describe('a run that meets', () => {
  it('no network: everything waits, nothing is counted as tried', async () => {
    const desk = await openDesk();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '9' },
      files: [],
    });
    await desk.service.close();
    const result = await desk.push();
    expect(result).toMatchObject({ waiting: 1, stopped: { code: 'offline' } });
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  it('401: pauses at that place, and goes on after the next sign-in', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'A-401');
    desk.service.revokeTokens();
    expect(await desk.push()).toMatchObject({ waiting: 1, stopped: { code: 'unauthorized' } });
    expect((await desk.call('status.get', {})).signedIn).toBe(false);
    await desk.call('session.login', {
      url: desk.service.url,
      email: 'admin@example.com',
      password: 'demo',
    });
    expect(await desk.push()).toMatchObject({ done: 1, waiting: 0 });
    expect(held(desk, 'A-401')).toHaveLength(1);
  });

  it('429: leaves the service alone as long as it asks', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'A-429');
    desk.service.addFault({
      on: { method: 'POST', path: FITTINGS },
      nth: 1,
      kind: 'tooMany',
      retryAfter: 7,
    });
    const before = desk.clock.now();
    const result = await desk.push();
    expect(result).toMatchObject({ waiting: 1, nextAt: before + 7_000 });
    desk.clock.advance(7_000);
    expect(await desk.push()).toMatchObject({ done: 1 });
  });

  it('an upload whose answer was lost: sends it again under the same name', async () => {
    const desk = await openDesk();
    const model = await desk.call('files.stage', {
      path: desk.file('m.obj', OBJ),
      kind: 'fittings',
      field: 'model',
    });
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: {},
      files: [{ field: 'model', file: model.file }],
    });
    desk.service.addFault({
      on: { path: '/adminapi/fittings/upload_image' },
      nth: 1,
      kind: 'lostAnswer',
    });
    expect(await desk.push()).toMatchObject({ waiting: 1 });
    desk.clock.advance(60_000);
    expect(await desk.push()).toMatchObject({ done: 1 });
    const names = desk.service.log
      .flatMap(({ files }) => files ?? [])
      .map(({ originalname }) => originalname);
    expect(new Set(names).size).toBe(1);
    const fitting = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
    const file = desk.service.state.files().find(({ path }) => path === fitting?.['model']);
    expect(file?.sha256).toBe(model.sha256);
  });

  it('a kill after the request left: looks before it sends again', async () => {
    const desk = await openDesk();
    await newFitting(desk, 'KILLED');
    desk.service.addFault({
      on: { method: 'POST', path: FITTINGS },
      nth: 1,
      kind: 'hook',
      hook: async (phase) => {
        if (phase === 'after') throw new Error('never answered');
      },
    });
    await desk.push();
    await desk.restart();
    expect(await stateOf(desk)).toMatchObject({ unknown: 1 });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(held(desk, 'KILLED')).toHaveLength(1);
  });
});
