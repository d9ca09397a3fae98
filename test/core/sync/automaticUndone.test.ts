import { expect, it, vi } from 'vitest';
import { openAutomatic, priceOf, SECOND } from './automaticDesk.ts';

it('automatic sending waits after an edit that was undone while the record was read', async () => {
  const { writer, service, pass, requests, price } = await openAutomatic();
  await priceOf(writer, '9.25');
  service.addFault({
    on: { method: 'GET', path: /fittings?\/\w+$/ },
    nth: 1,
    kind: 'hook',
    hook: async (phase) => {
      if (phase !== 'before') return;
      await priceOf(writer, '9.30');
      const { plan } = await writer.handlers['undo.plan']({});
      await writer.handlers['changesets.queue']({ plan });
    },
  });
  await pass(15 * SECOND);
  expect(requests('PATCH')).toHaveLength(0);
  await pass(7 * SECOND);
  await vi.waitFor(() => expect(writer.ws.operations.countOpen()).toBe(0));
  expect(requests('PATCH')).toHaveLength(1);
  expect(price()).toBe('9.25');
});
