import { expect } from 'vitest';
import type { TestWorkstation } from '../../../support/desk.ts';

type Collection = 'fittings' | 'materials' | 'products';

/**
 * Sends a change whose read-after-write check meets a lagging replica.
 *
 * `empty` gives the values of fields that had no value before the change.
 */
export async function sentUnseen(
  desk: TestWorkstation,
  kind: Collection,
  id: string,
  empty: Readonly<Record<string, string>> = {},
): Promise<void> {
  const held = () => ({ ...desk.service.state.get(kind, id) });
  const before = held();
  let after = before;
  desk.service.addFault({
    on: { method: 'PATCH' },
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase !== 'after') return;
      after = held();
      desk.service.state.patch(kind, id, { ...before, ...empty });
    },
  });
  expect(await desk.push()).toMatchObject({ refused: 1 });
  desk.service.state.patch(kind, id, after);
}
