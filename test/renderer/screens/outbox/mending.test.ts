import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '#contract/json.ts';
import type { Input } from '#contract/procedures.ts';
import { page, useIn } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
vi.stubGlobal('localStorage', page.localStorage);

const REFUSED = operation({
  id: 'o1',
  state: 'refused',
  changes: [
    { field: 'name', before: 'Hinge', after: 'Hinge 110' },
    { field: 'kod', before: null, after: 'ZAW 110' },
  ],
});
const kept = new Map<string, Json>();
const core = fakeCore({
  'drafts.get': (input) => ({ draft: kept.get((input as Input<'drafts.get'>).key) ?? null }),
  'drafts.set': (input) => {
    const { key, draft } = input as Input<'drafts.set'>;
    if (draft === null) kept.delete(key);
    else kept.set(key, draft);
    return {};
  },
});

/** Returns the card of the rejected change in a newly loaded page. */
async function loadedPage() {
  vi.resetModules();
  const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
  const { useMending } =
    await import('../../../../src/renderer/src/screens/outbox/decisions/useMending.ts');
  followCore(core.client);
  return useIn(useMending, REFUSED);
}

beforeEach(() => kept.clear());

describe('what is typed over a refused change', () => {
  it('is there when the page was loaded anew', async () => {
    const card = await loadedPage();
    card.now().onType('name', 'Long hinge');
    page.dispatchEvent(new Event('pagehide'));
    await settle();
    const again = await loadedPage();
    expect(again.now()).toMatchObject({ values: { name: 'Long hinge' }, ready: true });
    again.now().settle();
    await again.leave();
    expect(kept.size).toBe(0);
  });

  it('is nothing where it was typed back to what was sent, though another window sends something else', async () => {
    const card = await loadedPage();
    card.now().onType('name', 'Long hinge');
    card.now().onType('name', 'Hinge 110');
    await settle();
    const [name, code] = REFUSED.changes;
    if (name === undefined || code === undefined) throw new Error('no such changes');
    await card.use({ ...REFUSED, changes: [{ ...name, after: 'Short hinge' }, code] });
    expect(card.now().values).toEqual({});
  });
});
