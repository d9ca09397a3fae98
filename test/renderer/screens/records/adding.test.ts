import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { goTo, goToKind, goToRecord, select } =
  await import('../../../../src/renderer/src/state/view.ts');
const { listOf, setList } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');

const kind = 'fittings';
const isAdding = () => listOf(kind).adding;

beforeEach(() => {
  goToKind(kind);
  select(kind, 'a');
  setList(kind, { adding: true });
});

describe('a creation that was begun beside a list', () => {
  it('gives way to a record that is gone to, also to the one that was open before', () => {
    goToRecord(kind, 'a');
    expect(isAdding()).toBe(false);
  });

  it('gives way to a record that is gone to from another screen', () => {
    goTo('outbox');
    goToRecord(kind, 'b');
    expect(isAdding()).toBe(false);
  });

  it('stays for a record of another kind, for none, and for one beside another list', () => {
    goToRecord('materials', 'm');
    goToKind(kind);
    select(kind, null);
    goTo('problems');
    select(kind, 'b');
    expect(isAdding()).toBe(true);
  });
});
