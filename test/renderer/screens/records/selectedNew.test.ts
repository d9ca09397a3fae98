import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import { page, useIn } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';
import { fakeCore, QUEUE, settle, STATUS } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { statusStore } = await import('../../../../src/renderer/src/state/status.ts');
const { listOf, setSelection } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { useChanges } =
  await import('../../../../src/renderer/src/screens/records/state/useChanges.ts');

afterAll(() => vi.unstubAllGlobals());

const kind = 'fittings';
const RECORD = { serviceId: null, key: null, pending: null, doc: null, missingSince: null };
const asked: string[] = [];
/** Current id of each record; null when the record is gone. */
let ids: Readonly<Record<string, string | null>> = {};
let isAway = false;
let creations: readonly string[] = [];
/** Set when the service has created the records and they are not read back yet. */
let areMade = false;
const core = fakeCore({
  'outbox.list': () => ({
    operations: creations.map((recordId, seq) =>
      operation({
        id: `o${recordId}`,
        seq,
        recordId,
        serviceId: areMade ? (ids[recordId] ?? null) : null,
        action: 'create',
      }),
    ),
  }),
  'records.get': (input) => {
    const { ref } = input as Input<'records.get'>;
    asked.push(ref);
    if (isAway) throw new AppError('disconnected', 'away');
    const id = ids[ref] ?? null;
    if (id === null) throw new AppError('not-found', 'gone');
    return { ...RECORD, id, record: {} };
  },
});
let list: Awaited<ReturnType<typeof beside>>;
const beside = () => useIn(useChanges, kind);
const selected = () => [...listOf(kind).selection.ids];

function shownAs(id: string): string {
  return areMade ? (ids[id] ?? id) : id;
}

/** Sets the creates that still wait, and announces them as the core does. */
async function wait(...left: readonly string[]): Promise<void> {
  creations = left;
  const counts = { ...QUEUE, waiting: left.length };
  statusStore.setState({ status: { ...STATUS, queue: counts } });
  core.emit('outbox.changed', { counts });
  await vi.waitFor(() => expect([...list.now().keys()]).toEqual(left.map(shownAs)));
  await settle();
}

beforeEach(async () => {
  followCore(core.client);
  isAway = false;
  areMade = false;
  list = await beside();
  await wait('new1', 'new2');
  setSelection(kind, { ids: new Set(['old', 'new1', 'new2']), anchor: 'new1' });
  asked.length = 0;
});

describe('records that are selected while they are only here', () => {
  it('stay selected under the ids that the service gives them', async () => {
    ids = { new1: 'sent1', new2: 'sent2' };
    await wait('new2');
    expect(selected()).toEqual(['old', 'sent1', 'new2']);
    expect(listOf(kind).selection.anchor).toBe('sent1');
    expect(asked).toEqual(['new1']);
    await wait();
    expect(selected()).toEqual(['old', 'sent1', 'sent2']);
  });

  it('are not selected any more where they were discarded', async () => {
    ids = { new2: 'sent2' };
    await wait();
    expect(selected()).toEqual(['old', 'sent2']);
    expect(listOf(kind).selection.anchor).toBeNull();
  });

  it('are looked for again where that could not be asked', async () => {
    ids = { new1: 'sent1', new2: 'sent2' };
    isAway = true;
    await wait('new2');
    expect(selected()).toEqual(['old', 'new1', 'new2']);
    isAway = false;
    await wait();
    expect(selected()).toEqual(['old', 'sent1', 'sent2']);
  });

  it('are looked for once', async () => {
    ids = { new1: 'sent1', new2: 'sent2', sent1: 'sent1', sent2: 'sent2' };
    areMade = true;
    await wait('new1', 'new2');
    await wait();
    await wait('new3');
    expect(selected()).toEqual(['old', 'sent1', 'sent2']);
    expect(asked).toEqual(['new1', 'new2', 'sent1', 'sent2']);
  });

  it('are found by a list that was out of sight while they were sent', async () => {
    ids = { new1: 'sent1', new2: 'sent2' };
    await list.leave();
    creations = ['new2'];
    asked.length = 0;
    list = await beside();
    await settle();
    expect(selected()).toEqual(['old', 'sent1', 'new2']);
    expect(asked).toEqual(['new1']);
  });
});
