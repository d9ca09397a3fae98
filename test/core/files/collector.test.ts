import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Collector } from '#core/files/assets/collector.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { incoming } from '#core/store/recordStore.ts';
import { PullStore } from '#core/store/pullStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A profile, opened by hand, so that it can be closed and opened again. */
function open(folder = tempFolder()) {
  const opened = openWorkspace(testPlatform(folder), () => undefined);
  onTestFinished(opened.close);
  return { ...opened, folder };
}

/** Leaves the state of a pull of these records; `state` is the end of the pull. */
function pulled(ws: Workspace, names: readonly string[], state: 'complete' | 'stopped'): void {
  const store = new PullStore(ws.cache);
  const run = store.startRun('fittings', 1);
  const records = names.map((name) =>
    incoming(`id-${name}`, JSON.stringify({ _id: `id-${name}`, images: [`u/${name}.png`] })),
  );
  ws.records.apply('fittings', records, run, 1);
  store.finishRun(run, state, 2);
}

/** Looks through everything that is due, as a writer does at its start; gives the number of slices. */
function lookThrough(ws: Workspace): number {
  const collector = new Collector(ws);
  collector.noteAll();
  let slices = 0;
  while (collector.slice()) slices += 1;
  return slices;
}

const known = ({ filesDb }: Workspace) =>
  filesDb.prepare('SELECT path FROM asset ORDER BY path').pluck().all();
const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);

describe('looking for the pictures that records name', () => {
  it('finds those of a whole catalogue in slices', () => {
    const { ws } = open();
    pulled(ws, many(1_000), 'complete');
    expect(lookThrough(ws)).toBeGreaterThan(2);
    expect(known(ws)).toHaveLength(1_000);
  });

  it('looks at nothing twice: what a later pull wrote is all that is read, also after a restart', () => {
    const { ws, close, folder } = open();
    pulled(ws, many(1_000), 'complete');
    lookThrough(ws);
    close();
    const again = open(folder);
    pulled(again.ws, ['n5', 'new'], 'complete');
    again.ws.filesDb.exec('DELETE FROM asset');
    lookThrough(again.ws);
    expect(known(again.ws)).toEqual(['u/new.png']);
  });

  it('looks again at what a stopped pull wrote, since it may go on', () => {
    const { ws } = open();
    pulled(ws, ['a'], 'stopped');
    lookThrough(ws);
    ws.filesDb.exec('DELETE FROM asset');
    lookThrough(ws);
    expect(known(ws)).toEqual(['u/a.png']);
  });

  it('finds those of a record that was read by itself', () => {
    const { ws } = open();
    pulled(ws, ['a'], 'complete');
    lookThrough(ws);
    ws.records.apply('fittings', [incoming('own', '{"_id":"own","images":["u/own.png"]}')], 0, 3);
    const collector = new Collector(ws);
    collector.note('fittings', ['own', 'nobody']);
    expect(collector.slice()).toBe(true);
    expect(collector.slice()).toBe(false);
    expect(known(ws)).toEqual(['u/a.png', 'u/own.png']);
  });

  it('leaves out what the service no longer holds', () => {
    const { ws } = open();
    pulled(ws, ['a', 'b'], 'complete');
    ws.records.markMissing('fittings', 'id-a', 3);
    lookThrough(ws);
    expect(known(ws)).toEqual(['u/b.png']);
  });

  it('begins anew where the mirror may not be the one that was looked through', () => {
    const { ws, close, folder } = open();
    pulled(ws, ['a'], 'complete');
    lookThrough(ws);
    ws.filesDb.exec('DELETE FROM asset');
    close();
    // Simulates a kill: the mirror differs from the one that the last clean close left.
    fs.utimesSync(path.join(ws.folder, 'cache.db'), 0, 0);
    const anew = open(folder);
    lookThrough(anew.ws);
    expect(known(anew.ws)).toEqual(['u/a.png']);
  });
});
