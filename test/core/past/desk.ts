import type { Desk } from '../../support/desk.ts';

export const idOf = async (desk: Desk, ref: string) =>
  (await desk.call('records.get', { kind: 'fittings', ref })).id;
export const theirs = (desk: Desk, key: string) =>
  String(desk.service.state.all('fittings').find(({ kod }) => kod === key)?.['_id']);
/** Lets what stands behind the records follow them. */
export const settle = (desk: Desk) => desk.call('problems.check', {});
/** A minute later the catalogue is read again. */
export const pull = async (desk: Desk) => {
  desk.clock.advance(60_000);
  await desk.pull();
  await settle(desk);
};
