import { describe, expect, it, vi } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { pull, settle, theirs } from './desk.ts';

/** From now on time passes: a little between any two looks at the clock. */
function flow(desk: TestWorkstation): void {
  const standing = desk.clock.now;
  let passed = 0;
  vi.spyOn(desk.clock, 'now').mockImplementation(() => standing() + ++passed);
}

describe('a removal that a pull finds, which asks for it behind the end of the list', () => {
  it('belongs to what that pull brought', async () => {
    const desk = await openDesk();
    await settle(desk);
    flow(desk);
    desk.service.state.remove('fittings', theirs(desk, 'ZAW-155'));
    await pull(desk);
    const { pulls } = await desk.call('pulls.list', {});
    const found = pulls.find(({ kind, first }) => kind === 'fittings' && !first);
    expect(found).toMatchObject({ removed: 1 });
    const { changes } = await desk.call('pulls.changes', {
      since: found?.startedAt ?? 0,
      until: found?.at ?? 0,
      kinds: ['fittings'],
    });
    expect(changes.map(({ key, change }) => `${key ?? ''} ${change}`)).toEqual(['ZAW-155 removed']);
  });

  it('is told as removed here where a discarded removal had arrived in truth', async () => {
    const desk = await openDesk();
    flow(desk);
    await pull(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    desk.service.addFault({ on: { method: 'DELETE' }, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    const [waiting] = (await desk.call('outbox.list', {})).operations;
    expect(waiting).toMatchObject({ state: 'unknown' });
    await desk.call('outbox.discard', { operation: waiting?.id ?? '' });
    await pull(desk);
    expect((await desk.call('trash.list', {})).items).toMatchObject([{ by: 'here' }]);
    const told = await desk.call('pulls.changes', { since: 0, change: 'removed' });
    expect(told.changes).toEqual([]);
  });
});
