import { expect, it, vi } from 'vitest';
import type { Json } from '#contract/json.ts';
import type { Input } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { readForm } = await import('../../../../src/renderer/src/fields/model/form.ts');
const { recordKey } = await import('../../../../src/renderer/src/fields/drafts/drafts.ts');
const { useDraft } = await import('../../../../src/renderer/src/fields/useDraft.ts');
const { useKeep } = await import('../../../../src/renderer/src/screens/records/panel/useKeep.ts');

const kind = 'fittings';
const RECORD = { name: 'Hinge' };
const record = {
  id: 'a',
  serviceId: 'a',
  key: null,
  pending: null,
  doc: null,
  record: RECORD,
  missingSince: null,
};
const loaded = { kind, ref: 'a', record, operations: [] } as const;
const drafts = new Map<string, Json>();
let queueing: PromiseWithResolvers<void>;
const { client } = fakeCore({
  'drafts.get': (input) => ({ draft: drafts.get((input as Input<'drafts.get'>).key) ?? null }),
  'drafts.set': (input) => {
    const { key, draft } = input as Input<'drafts.set'>;
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
    return {};
  },
  'records.update': async () => {
    await queueing.promise;
    return { operation: 'o', id: 'a' };
  },
});

/** Opens the form of a record with a typed name that is being saved. */
async function beingKept() {
  followCore(client);
  drafts.clear();
  queueing = Promise.withResolvers();
  const form = await useIn(() => {
    const draft = useDraft(recordKey(kind, 'a'));
    const outcome = readForm(resourceOf(kind), RECORD, draft.typed, 'update');
    const keeping = useKeep({ loaded, draft, base: RECORD, outcome, reload: async () => {} });
    return { draft, keeping };
  }, null);
  const type = (text: string) => form.now().keeping.type('name', text, 'Hinge', RECORD);
  const kept = async () => {
    queueing.resolve();
    await settle();
    return form.now().draft.typed;
  };
  type('Long hinge');
  await settle();
  void form.now().keeping.keep();
  await settle();
  return { type, kept };
}

it('what is typed back while it is being queued is still to be kept then', async () => {
  const { type, kept } = await beingKept();
  type('Hinge');
  await settle();
  expect(await kept()).toEqual({ name: 'Hinge' });
});

it('what stands as it was queued is typed no more', async () => {
  const { type, kept } = await beingKept();
  type('Long hing');
  type('Long hinge');
  await settle();
  expect(await kept()).toEqual({});
  type('Longer hinge');
  type('Hinge');
  await settle();
  expect(await kept()).toEqual({});
});
