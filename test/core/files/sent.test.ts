import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk, SEED } from '../../support/desk.ts';
import { settle } from '../history/desk.ts';
import { fitting, hashOf, heldBy, picture, stage } from './giving.ts';

describe('a file that was sent', () => {
  it('is not shown for the one of the same path at another service', async () => {
    const desk = await openDesk();
    const other = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => other.close());
    const file = await stage(desk, '1.png', picture(1));
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-155', file)] });
    expect(await desk.push()).toMatchObject({ done: 1 });
    const [sent] = desk.service.state.files();
    const items = [{ path: sent?.path ?? '' }];
    const state = async () => (await desk.call('files.sights', { items })).sights[0]?.state;
    expect(await state()).toBe('staged');
    await desk.call('session.login', { url: other.url, ...ACCOUNT });
    expect(await state()).toBe('unasked');
    await desk.restart();
    expect(await state()).toBe('unasked');
  });
});

describe('the copy of a file that was sent', () => {
  it('does not go along with a deleted record of another service that names its path', async () => {
    const desk = await openDesk();
    const file = await stage(desk, '1.png', picture(1));
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-155', file)] });
    await desk.push();
    const [sent] = desk.service.state.files();
    const fittings = SEED.fittings.map((each) => ({ ...each, images: [sent?.path ?? ''] }));
    const other = await startReference({ seed: { ...SEED, fittings }, account: ACCOUNT });
    onTestFinished(() => other.close());
    await desk.call('session.login', { url: other.url, ...ACCOUNT });
    await desk.pull();
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    await desk.push();
    await settle(desk);
    const { items } = await desk.call('trash.list', {});
    const { values, notes } = await desk.call('trash.get', {
      kind: 'fittings',
      id: items[0]?.id ?? '',
    });
    expect(values).not.toHaveProperty('images');
    expect(notes).toContainEqual({ code: 'file-not-here', field: 'images', value: [sent?.path] });
  });
});

describe('a copy that was damaged on the disk', () => {
  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(1), 0],
    ['changed', (bytes: Buffer) => Buffer.concat([Buffer.from('?'), bytes.subarray(1)]), 1],
  ])('%s, is not taken by the service, and is asked for again', async (_, damage, attempts) => {
    const desk = await openDesk();
    const bytes = picture(1);
    await desk.call('files.queue', {
      name: 'x',
      assignments: [fitting('ZAW-155', await stage(desk, '1.png', bytes))],
    });
    const copy = path.join(desk.folder, 'data', 'profiles', 'default', 'staged', hashOf(bytes));
    fs.writeFileSync(copy, damage(bytes));
    expect(await desk.push()).toMatchObject({ done: 0, refused: 1 });
    const [operation] = (await desk.call('outbox.list', {})).operations;
    expect(operation).toMatchObject({ state: 'refused', reason: { code: 'file-damaged' } });
    const { attempts: made } = await desk.call('outbox.attempts', {
      operation: operation?.id ?? '',
    });
    expect(made.map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: attempts }, () => 'not-applied'),
    );
    expect(desk.service.state.files()).toEqual([]);
    fs.writeFileSync(copy, bytes);
    await desk.call('outbox.retry', { operation: operation?.id ?? '' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([hashOf(bytes)]);
  });
});

describe('the uploads of an operation', () => {
  it('never share a name, whatever joined and left before they were sent', async () => {
    const desk = await openDesk({ variant: { uploadNames: 'original' } });
    const refs = await Promise.all(
      [1, 2, 3].map(async (n) => ({ $file: await stage(desk, `${n}.png`, picture(n)) })),
    );
    const [a, b, c] = refs;
    const put = (...images: unknown[]) =>
      desk.call('records.update', {
        kind: 'fittings',
        ref: 'ZAW-155',
        values: { images: images as never },
        files: [],
      });
    await put(a, b);
    await put(b);
    await put(b, c);
    await desk.push();
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([
      hashOf(picture(2)),
      hashOf(picture(3)),
    ]);
  });
});
