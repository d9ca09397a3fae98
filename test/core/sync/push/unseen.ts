import { expect } from 'vitest';
import type { TestWorkstation } from '../../../support/desk.ts';

type Collection = 'fittings' | 'materials' | 'products';

/** Sends a change whose effect is read back from a copy of the service that is behind; `empty` is what had no value before. */
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
