import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { catalogue, idOf, PATHS } from './support.ts';

const KIND = 'products';
/** It stands on the last page. */
const ID = idOf(34);
const DAY = 86_400_000;

const held = (desk: TestWorkstation) => {
  const { _id, ...fields } = { ...desk.service.state.get(KIND, ID) };
  return fields;
};
const shown = async (desk: TestWorkstation) =>
  (await desk.call('records.get', { kind: KIND, ref: ID })).record['name'];

const rename = (desk: TestWorkstation, name: string) =>
  desk.call('records.update', { kind: KIND, ref: ID, values: { name }, files: [] });

/** The list is asked for this page. */
const onPage = (offset: string, query: Readonly<Record<string, string>> | undefined) =>
  query?.['offset'] === offset;

describe('a change that is sent in the middle of a Refresh', () => {
  it('stays in sight where a copy of the service that is behind shows the page of its record', async () => {
    const desk = await openDesk({ seed: catalogue(40), variant: { pageCap: 10 } });
    await rename(desk, 'Before');
    await desk.push();
    desk.clock.advance(DAY);
    await rename(desk, 'Mine');
    const behind = held(desk);
    let sent: Awaited<ReturnType<TestWorkstation['push']>> | null = null;
    desk.service.state.patch(KIND, idOf(35), { name: 'Theirs' });
    desk.service.addFault({
      on: { method: 'GET', path: PATHS.products },
      kind: 'hook',
      hook: async (phase, { query }) => {
        if (phase === 'before' && onPage('9', query) && sent === null) {
          sent = await desk.push();
          desk.clock.advance(1_000);
        }
        if (!onPage('27', query) || sent === null) return;
        desk.service.state.patch(
          KIND,
          ID,
          phase === 'before' ? behind : { ...behind, name: 'Mine' },
        );
      },
    });
    await desk.pull();
    expect(sent).toMatchObject({ done: 1 });
    expect(held(desk)['name']).toBe('Mine');
    expect(await shown(desk)).toBe('Mine');
  });
});
