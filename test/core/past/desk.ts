import type { Desk } from '../../support/desk.ts';
import { SETTLE } from '../../support/editing.ts';

export const idOf = async (desk: Desk, ref: string) =>
  (await desk.call('records.get', { kind: 'fittings', ref })).id;
export const theirs = (desk: Desk, key: string) =>
  String(desk.service.state.all('fittings').find(({ kod }) => kod === key)?.['_id']);
/** Lets what stands behind the records follow them. */
export const settle = (desk: Desk) => desk.call('problems.check', {});
/** A while later, when nothing that the mirror holds is young any more, the catalogue is read again. */
export const pull = async (desk: Desk) => {
  desk.clock.advance(SETTLE);
  await desk.pull();
  await settle(desk);
};
