import { describe, expect, it, onTestFinished } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { addNeeding, FITTING } from './neededFitting.ts';

/** A desk on whose disk no file is copied before that is let go on. */
async function openSlow() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { files, openDatabase } = systemSeams.disk;
  const copyFile: typeof files.promises.copyFile = async (...given) => {
    await promise;
    return files.promises.copyFile(...given);
  };
  const disk: Disk = {
    files: { ...files, promises: { ...files.promises, copyFile } },
    openDatabase,
  };
  return { desk: await openDesk({}, disk), goOn: resolve };
}

const create = (desk: TestWorkstation) =>
  desk.call('records.create', { kind: 'fittings', values: FITTING, files: [] });

const held = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').filter(({ kod }) => kod === 'N-1');
const products = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => name === 'Szafka');

describe('add-product, while files are copied', () => {
  it('makes what it needs where another window discards that meanwhile', async () => {
    const { desk, goOn } = await openSlow();
    const { operation } = await create(desk);
    const added = addNeeding(desk);
    await desk.call('outbox.discard', { operation: operation ?? '' });
    goOn();
    expect((await added).steps).toMatchObject([{ outcome: 'queued' }, { outcome: 'queued' }]);
    await sendAll(desk);
    expect(held(desk)).toHaveLength(1);
    expect(products(desk)).toHaveLength(1);
  });

  it('leaves alone what another window makes meanwhile', async () => {
    const { desk, goOn } = await openSlow();
    const added = addNeeding(desk);
    await create(desk);
    goOn();
    expect((await added).steps).toMatchObject([{ outcome: 'exists' }, { outcome: 'queued' }]);
    await sendAll(desk);
    expect(held(desk)).toHaveLength(1);
    expect(products(desk)).toHaveLength(1);
  });

  it('queues nothing at another service', async () => {
    const { desk, goOn } = await openSlow();
    const other = await startReference({ account: ACCOUNT });
    onTestFinished(() => other.close());
    const added = addNeeding(desk);
    const refused = expect(added).rejects.toMatchObject({ code: 'state' });
    await desk.call('session.login', { url: other.url, ...ACCOUNT });
    goOn();
    await refused;
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
