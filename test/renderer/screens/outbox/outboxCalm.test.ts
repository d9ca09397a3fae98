import { expect, it, vi } from 'vitest';
import { page, useIn } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';
import { fakeCore, QUEUE, settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { useDoneOperations } =
  await import('../../../../src/renderer/src/screens/outbox/useOperations.ts');

it('a list that grows is read again for what was told while it was read', async () => {
  let sent = 500;
  let held = Promise.resolve();
  const core = fakeCore({
    'outbox.list': async () => {
      const operations = Array.from({ length: sent }, (_, seq) => operation({ id: `${seq}`, seq }));
      await held;
      return { operations };
    },
  });
  followCore(core.client);
  const done = await useIn(() => useDoneOperations(), null);
  await settle();
  expect(done.now().operations).toHaveLength(500);
  const answer = Promise.withResolvers<void>();
  held = answer.promise;
  sent = 600;
  core.emit('outbox.changed', { counts: QUEUE });
  await vi.waitFor(() => expect(core.calls).toHaveLength(2));
  // A further change is announced before the longer list has arrived.
  sent = 601;
  core.emit('outbox.changed', { counts: QUEUE });
  answer.resolve();
  await vi.waitFor(() => expect(done.now().operations).toHaveLength(601), 3_000);
});
