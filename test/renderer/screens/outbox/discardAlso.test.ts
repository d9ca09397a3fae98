import { describe, expect, it } from 'vitest';
import { alsoOf } from '../../../../src/renderer/src/screens/outbox/model/discard.ts';
import { operation } from '../../fields/outboxSupport.ts';

const FILE = {
  id: 'f',
  field: 'icon',
  name: 'a.png',
  size: 1,
  sha256: '0',
  state: 'sent',
  path: 'a.png',
} as const;
const NONE = { behind: 0, holds: 0, sentFiles: 0 };

describe('what is said to go with a creation that is discarded', () => {
  const made = operation({ id: 'made', action: 'create', state: 'refused', files: [FILE] });
  const all = [
    made,
    operation({ id: 'later', seq: 2 }),
    operation({ id: 'user', seq: 3, recordId: 'r2', dependsOn: ['made'] }),
  ];

  it('is what stands behind it, what waits for it and what was sent of it', () => {
    expect(alsoOf(made, all)).toEqual({ behind: 1, holds: 1, sentFiles: 1 });
  });

  it('is nothing of a record that the service has: only the checking ends', () => {
    expect(alsoOf({ ...made, serviceId: '7' }, all)).toEqual(NONE);
  });

  it('is all of it where nobody knows whether the service has it', () => {
    const unknown = { ...made, serviceId: '7', state: 'unknown' } as const;
    expect(alsoOf(unknown, all)).toEqual({ behind: 1, holds: 1, sentFiles: 1 });
  });
});
