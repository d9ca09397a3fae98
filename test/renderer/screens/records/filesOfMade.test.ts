import i18next from 'i18next';
import { useEffect } from 'react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { Collected } from '../../../../src/renderer/src/client/source.ts';
import { NoElement, page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
vi.stubGlobal('document', page.document);
vi.stubGlobal('HTMLElement', NoElement);
const { creationTarget, openCreation } =
  await import('../../../../src/renderer/src/files/drop/creations.ts');
const { takeDrop } = await import('../../../../src/renderer/src/files/drop/takeDrop.ts');
const { retryIntake, takeForRecord } =
  await import('../../../../src/renderer/src/files/state/intake.ts');
const { intakeStore } = await import('../../../../src/renderer/src/files/state/intakeStore.ts');
const { useCreate } =
  await import('../../../../src/renderer/src/screens/records/panel/useCreate.ts');
const { useDraft } = await import('../../../../src/renderer/src/fields/useDraft.ts');
const { creationKey, readDraft } =
  await import('../../../../src/renderer/src/fields/drafts/drafts.ts');
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');

afterAll(() => vi.unstubAllGlobals());

const KEY = creationKey('fittings');
const MADE = { kod: 'ZAW-900', name: 'Hinge' };
const MODEL = { source: { path: 'a.obj' }, name: 'a.obj', size: 9, shown: 'a.obj' };
const COPY = { file: 'copy', name: 'a.obj', size: 9, sha256: 'a'.repeat(64), known: false };

let queued: Input<'files.queue'>['assignments'] = [];
/** The test decides when the copy is made, and whether it fails. */
let copy: PromiseWithResolvers<typeof COPY>;
/** The create is answered when this resolves. */
let answer = Promise.resolve();
const kept = new Map<string, unknown>();
let client: ReturnType<typeof fakeCore>['client'];

beforeEach(async () => {
  await i18next.init({ lng: 'cimode' });
  queued = [];
  copy = Promise.withResolvers();
  answer = Promise.resolve();
  kept.clear();
  intakeStore.setState({ intakes: [], open: null });
  ({ client } = fakeCore({
    'drafts.get': (input) => ({ draft: kept.get((input as Input<'drafts.get'>).key) ?? null }),
    'drafts.set': (input) => {
      const { key, draft } = input as Input<'drafts.set'>;
      kept.set(key, draft);
      return {};
    },
    'records.create': async () => {
      await answer;
      return { operation: 'o1', id: 'made' };
    },
    'files.queue': (input) => {
      queued = (input as Input<'files.queue'>).assignments;
      const placed = queued.map(({ file }) => ({ file, id: 'made', operation: 'o1', error: null }));
      return { group: 'g', placed };
    },
  }));
  followCore({ ...client, stage: () => copy.promise });
});

function useMaking() {
  const draft = useDraft(KEY);
  const { setFiles } = draft;
  useEffect(() => openCreation('fittings', setFiles), [setFiles]);
  return useCreate('fittings', draft, { values: MADE, faults: {}, changed: [] });
}

async function make(): Promise<void> {
  const making = await useIn(useMaking, undefined);
  await making.now().create();
  await making.leave();
}

describe('a file that is still being copied when its new record is made', () => {
  beforeEach(() =>
    takeForRecord(creationTarget('fittings', 'New'), {
      given: [MODEL],
      unreadable: [],
      cut: false,
    }),
  );

  it('goes to that record, and not to the next one that is begun', async () => {
    await make();
    copy.resolve(COPY);
    await settle();
    expect(queued).toMatchObject([{ file: 'copy', kind: 'fittings', record: 'made' }]);
    expect((await readDraft(KEY))?.files ?? []).toEqual([]);
    expect(intakeStore.getState().intakes).toEqual([]);
  });

  it('goes there too when it is copied at the second try', async () => {
    copy.reject(new AppError('rejected-file', 'No.'));
    await settle();
    await make();
    const [{ id, place } = { id: '', place: null }] = intakeStore.getState().intakes;
    expect(place).toEqual({ kind: 'fittings', record: 'made', key: 'ZAW-900', title: 'Hinge' });
    copy = Promise.withResolvers();
    copy.resolve(COPY);
    retryIntake(id);
    await settle();
    expect(queued).toMatchObject([{ file: 'copy', record: 'made' }]);
    expect((await readDraft(KEY))?.files ?? []).toEqual([]);
  });

  it('goes there too when it is copied before the core has answered', async () => {
    const asked = Promise.withResolvers<void>();
    answer = asked.promise;
    const making = await useIn(useMaking, undefined);
    const done = making.now().create();
    copy.resolve(COPY);
    await settle();
    expect(intakeStore.getState().intakes).toEqual([]);
    expect(queued).toEqual([]);
    asked.resolve();
    await done;
    await making.leave();
    expect(queued).toMatchObject([{ file: 'copy', record: 'made' }]);
    expect((await readDraft(KEY))?.files ?? []).toEqual([]);
  });
});

it('a folder that is still looked through when its new record is made goes to that record', async () => {
  const element = { getAttribute: () => null } as unknown as Element;
  const looked = Promise.withResolvers<Collected>();
  followCore({ ...client, stage: async () => COPY, collect: () => looked.promise });
  takeDrop({ place: { type: 'create', kind: 'fittings' }, element }, []);
  await make();
  looked.resolve({ given: [MODEL], unreadable: [], cut: false });
  await settle();
  expect(queued).toMatchObject([{ file: 'copy', kind: 'fittings', record: 'made' }]);
  expect((await readDraft(KEY))?.files ?? []).toEqual([]);
});
