import { expect, it } from 'vitest';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const NOW = 1_000_000;
const MANY = 6_000;

/** A change of a record that was carried out, by the record's id. */
function done(ws: Workspace, id: string): number {
  const entity = { eid: id, kind: 'fittings', serviceId: id, key: null, title: id } as const;
  ws.entities.insert({ ...entity, state: 'linked' });
  const patch = { values: {}, files: {} };
  const given = { id, eid: id, action: 'update', patch, base: null, groupId: null } as const;
  const { seq } = ws.operations.insert({ ...given, needs: [], ensure: false }, 0);
  ws.operations.setState(seq, { state: 'done' }, 0);
  return seq;
}

/** One request at a time, and thousands of another record behind it. */
function sent(first: number, behind: number): Workspace {
  const { ws } = openWorkspace(testPlatform(tempFolder()), () => undefined);
  const request = { method: 'PATCH', path: '/', bodySha: null };
  const [one, other] = [done(ws, 'one'), done(ws, 'other')];
  ws.activity.startAttempt(one, { ...request, before: 'as it was' }, first);
  ws.work.transaction(() => {
    for (let n = 0; n < MANY; n += 1)
      ws.activity.startAttempt(other, { ...request, before: 'other' }, behind);
  })();
  return ws;
}

const stood = (ws: Workspace, also: readonly string[]) =>
  ws.activity.lastStood('fittings', { from: NOW - 100, to: NOW }, also).get('one');

it('tells how a record stood before what was sent lately, whatever number was sent since', () => {
  expect(stood(sent(NOW - 50, NOW - 10), [])).toEqual(new Set(['as it was']));
});

it('tells it of what this run of the program sent, whatever the clock made of it', () => {
  expect(stood(sent(NOW - 5_000, NOW - 5_000), ['one'])).toEqual(new Set(['as it was']));
});

it('tells nothing of what was sent long ago', () => {
  expect(stood(sent(NOW - 5_000, NOW - 10), [])).toBeUndefined();
});
