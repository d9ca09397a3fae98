import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Variant } from '#reference/variant.ts';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { loseBehind } from './losing.ts';

const PRODUCT = { name: 'Szafa 90', status: '1', date: '2026-03-02', materialy: {}, main: {} };
const ALL = ['done', 'unknown', 'waiting', 'refused', 'conflict'] as const;

/** The field, name and bytes of a file. */
type Given = [string, string, string | Buffer] | null;

async function stage(
  desk: TestWorkstation,
  kind: Kind,
  field: string,
  name: string,
  bytes: string | Buffer,
) {
  const { file } = await desk.call('files.stage', { path: desk.file(name, bytes), kind, field });
  return { field, file };
}

/**
 * Sends the outbox, loses the work database, then sends the restored outbox again.
 *
 * `letGo` is the user's decision that must precede the push; it runs both times.
 */
async function sendAndLose(
  desk: TestWorkstation,
  letGo: () => Promise<unknown> = nothing,
): Promise<void> {
  await loseBehind(desk, async () => {
    await letGo();
    await sendAll(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
  await letGo();
  await sendAll(desk);
}

async function nothing(): Promise<void> {
  await Promise.resolve();
}

describe('what was sent since the work was kept that stands in the place of a lost one', () => {
  it.each<[string, string, Kind, JsonObject, Given, Partial<Variant>]>([
    [
      'a product whose file keeps its name',
      'done',
      'products',
      PRODUCT,
      ['modelPath', 's.obj', OBJ],
      { uploadNames: 'original' },
    ],
    ['a product', 'refused sent-since', 'products', PRODUCT, ['modelPath', 's.obj', OBJ], {}],
    [
      'a product of a service whose list does not show all',
      'refused sent-since',
      'products',
      PRODUCT,
      ['modelPath', 's.obj', OBJ],
      { offsetIgnored: true, total: 'missing' },
    ],
    [
      'a fitting',
      'conflict made-since',
      'fittings',
      { kod: 'N-1', name: 'Nowy' },
      ['images', 'f.png', PNG],
      {},
    ],
    [
      'a material whose code is not kept',
      'conflict made-since',
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
    expect(await standsAs(desk)).toBe(becomes);
    expect(desk.service.state.all(modelKind)).toHaveLength(before + 1);
  });
});

type Coded = 'products' | 'fittings';

async function createOne(desk: TestWorkstation, kind: Coded): Promise<string> {
  const values = kind === 'products' ? PRODUCT : { kod: 'N-1', name: 'Nowy' };
  const files = kind === 'products' ? [await stage(desk, kind, 'modelPath', 's.obj', OBJ)] : [];
  const { operation } = await desk.call('records.create', { kind, values, files });
  return operation ?? '';
}

describe('what a person had to decide about when the work was kept', () => {
  // Products have no code: only the files tell, under names that this service does not keep.
  it.each<[string, Coded, string, Partial<Variant>]>([
    ['a product', 'products', 'refused sent-since', {}],
    ['a product whose file keeps its name', 'products', 'done', { uploadNames: 'original' }],
    ['a fitting', 'fittings', 'done', {}],
    ['a fitting of a service that takes a code twice', 'fittings', 'done', { uniqueKod: false }],
  ])('is looked for when it is let go: %s', async (_, kind, becomes, variant) => {
    const desk = await openDesk({ variant });
    const before = desk.service.state.all(kind).length;
    const operation = await createOne(desk, kind);
    await desk.call('outbox.hold', { operation });
    await sendAndLose(desk, () => desk.call('outbox.release', { operation }));
    expect(await standsAs(desk)).toBe(becomes);
    expect(desk.service.state.all(kind)).toHaveLength(before + 1);
  });

  it.each<[string, Coded]>([
    ['a product, by its file, which was sent before the refusal', 'products'],
    ['a fitting', 'fittings'],
  ])('is looked for when it is tried again after a refusal: %s', async (_, kind) => {
    const desk = await openDesk();
    const before = desk.service.state.all(kind).length;
    const operation = await createOne(desk, kind);
    const on = { method: 'POST', path: `/adminapi/${kind}` };
    desk.service.addFault({ on, nth: 1, kind: 'status', status: 400, message: 'not today' });
    await desk.push();
    expect((await desk.call('outbox.list', {})).operations).toMatchObject([{ state: 'refused' }]);
    await sendAndLose(desk, () => desk.call('outbox.retry', { operation }));
    expect(await standsAs(desk)).toBe('done');
    expect(desk.service.state.all(kind)).toHaveLength(before + 1);
  });

  it('is sent when the person has looked and says so', async () => {
    const desk = await openDesk();
    const before = desk.service.state.all('products').length;
    const operation = await createOne(desk, 'products');
    await sendAndLose(desk);
    expect(await standsAs(desk)).toBe('refused sent-since');
    await desk.call('outbox.retry', { operation });
    await sendAll(desk);
    expect(await standsAs(desk)).toBe('done');
    expect(desk.service.state.all('products')).toHaveLength(before + 2);
  });
});

async function standsAs(desk: TestWorkstation): Promise<string> {
  const { operations } = await desk.call('outbox.list', { states: [...ALL] });
  const [{ state, reason } = { state: null, reason: null }] = operations;
  return [state, reason?.details?.why].join(' ').trim();
}
