import type { Core } from '#core/app/core.ts';
import { DEFAULT_SETTINGS } from '#core/store/metaStore.ts';
import type { TestWorkstation } from './desk.ts';

/** Milliseconds until every replica has a change that was sent or pulled. */
export const SETTLE = DEFAULT_SETTINGS.inFlightWindowSeconds * 1000;

/** Milliseconds until a change that no replica shows surely did not arrive. */
export const SURE = 1.25 * SETTLE;

/** The computer sleeps for long before the next such request leaves. */
export function sleepsBefore(
  { service, clock }: TestWorkstation,
  on: { readonly method: string; readonly path: string },
): void {
  service.addFault({
    on,
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'before') clock.advance(30 * SETTLE);
    },
  });
}

/** Looks for a creation whose answer was lost as often as it takes until it surely did not arrive, and sends it again. */
export async function lookTwice(desk: TestWorkstation): Promise<void> {
  for (const wait of [SETTLE, SURE - SETTLE]) {
    desk.clock.advance(wait);
    await desk.push();
  }
}

/** Sends the outbox, and re-checks until nothing more can be settled. */
export async function sendAll(desk: TestWorkstation, core: Core = desk.core): Promise<void> {
  for (let look = 0; look < 6; look += 1) {
    desk.clock.advance(2 * SETTLE);
    await core.call('sync.push', { patience: 0 });
  }
}

/** The service's id of a fitting, by its code. */
export function idOf(desk: TestWorkstation, kod: string): string {
  const found = desk.service.state.all('fittings').find((each) => each['kod'] === kod);
  return String(found?.['_id']);
}

/** Queues a change of the fitting that tests edit. */
export function edit(desk: TestWorkstation, values: Record<string, string>) {
  return desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
}

/** The one operation that waits. */
export async function only(desk: TestWorkstation) {
  const { operations } = await desk.call('outbox.list', {});
  const [operation] = operations;
  if (operation === undefined) throw new Error('no operation');
  return operation;
}
