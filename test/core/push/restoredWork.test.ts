import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Variant } from '#reference/variant.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import { SETTLE } from '../../support/editing.ts';
import type { Desk } from '../../support/desk.ts';

const ALL = ['done', 'unknown', 'waiting', 'refused', 'conflict'] as const;

/** The field, name and bytes of a file. */
type Given = [string, string, string | Buffer] | null;

async function stage(desk: Desk, kind: Kind, field: string, name: string, bytes: string | Buffer) {
  const { file } = await desk.call('files.stage', { path: desk.file(name, bytes), kind, field });
  return { field, file };
}

/** Does the work that is queued, and loses it: what was kept of it before stands in its place. */
async function sendAndLose(desk: Desk): Promise<void> {
  const folder = path.join(desk.folder, 'data', 'profiles', 'default');
  const work = path.join(folder, 'work.db');
  await desk.core.close();
  const kept = path.join(folder, 'kept.db');
  fs.copyFileSync(work, kept);
  await desk.restart();
  await desk.push();
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  await desk.core.close();
  const backups = path.join(folder, 'backups');
  fs.rmSync(backups, { recursive: true });
  fs.mkdirSync(backups);
  fs.renameSync(kept, path.join(backups, 'work-2026-03-02T08-00-00-000Z.db'));
  fs.truncateSync(work, 0);
  await desk.restart();
  for (let look = 0; look < 4; look += 1) {
    desk.clock.advance(2 * SETTLE);
    await desk.push();
  }
}

describe('what was sent since the work was kept that stands in the place of a lost one', () => {
  it.each<[string, string, Kind, JsonObject, Given, Partial<Variant>]>([
    [
      'a product whose file keeps its name',
      'done',
      'products',
      { name: 'Szafa 90', status: '1', date: '2026-03-02', materialy: {}, main: {} },
      ['modelPath', 's.obj', OBJ],
      { uploadNames: 'original' },
    ],
    [
      'a product',
      'refused sent-since',
      'products',
      { name: 'Szafa 90', status: '1', date: '2026-03-02', materialy: {}, main: {} },
      ['modelPath', 's.obj', OBJ],
      {},
    ],
    [
      'a fitting',
      'conflict',
      'fittings',
      { kod: 'N-1', name: 'Nowy' },
      ['images', 'f.png', PNG],
      {},
    ],
    [
      'a material whose code is not kept',
      'conflict',
      'materials',
      { SIFRA: 'P-1', name: 'Orzech' },
      ['PICFILE', 'm.png', PNG],
      { materialCreateKeepsSifra: false },
    ],
    ['an edge band', 'done', 'edge-bands', { code: 'E-1', name: 'ABS', thickness: 0.8 }, null, {}],
  ])('is not sent again: %s', async (_, becomes, kind, values, file, variant) => {
    const desk = await openDesk({ variant });
    const modelKind = kind === 'edge-bands' ? 'edgeBands' : kind;
    const before = desk.service.state.all(modelKind).length;
    const files = file === null ? [] : [await stage(desk, kind, ...file)];
    await desk.call('records.create', { kind, values, files });
    await sendAndLose(desk);
    const { operations } = await desk.call('outbox.list', { states: [...ALL] });
    const [{ state, reason } = { state: null, reason: null }] = operations;
    expect([state, reason?.details?.why].join(' ').trim()).toBe(becomes);
    expect(desk.service.state.all(modelKind)).toHaveLength(before + 1);
  });
});
