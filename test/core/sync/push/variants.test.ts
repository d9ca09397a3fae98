import { describe, expect, it } from 'vitest';
import { DEFAULT_VARIANT, VARIANT_KNOBS } from '#reference/variant.ts';
import type { Variant } from '#reference/variant.ts';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

type Name = keyof typeof VARIANT_KNOBS;
type Knob = { [K in Name]: readonly [K, Variant[K]] }[Name];

const knobs = (Object.keys(VARIANT_KNOBS) as Name[]).flatMap((knob) =>
  VARIANT_KNOBS[knob].slice(1).map((value) => [knob, value] as Knob),
);

async function work(desk: TestWorkstation): Promise<void> {
  const stage = async (
    name: string,
    bytes: string | Buffer,
    kind: 'fittings' | 'materials' | 'products',
    field: string,
  ) => ({
    field,
    file: (await desk.call('files.stage', { path: desk.file(name, bytes), kind, field })).file,
  });
  await desk.call('records.create', {
    kind: 'edge-bands',
    values: { code: 'ABS-9', name: 'ABS 9', thickness: '0,8' },
    files: [],
  });
  await desk.call('records.create', {
    kind: 'materials',
    values: { SIFRA: 'M-9', name: 'Mat', price: '12,50' },
    files: [await stage('m.png', PNG, 'materials', 'PICFILE')],
  });
  await desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'F-9', name: 'Okucie', price: '8.90' },
    files: [
      await stage('f.png', PNG, 'fittings', 'images'),
      await stage('f.obj', OBJ, 'fittings', 'model'),
    ],
  });
  await desk.call('records.create', {
    kind: 'products',
    values: {
      name: 'Produkt 9',
      status: '1',
      date: '2026-03-02',
      materialy: { a: 'M-9' },
      main: {},
    },
    files: [await stage('p.obj', `${OBJ}# p\n`, 'products', 'modelPath')],
  });
  await desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { price: '9.20' },
    files: [],
  });
  await desk.call('records.update', {
    kind: 'edge-bands',
    ref: 'ABS-22',
    values: { name: 'ABS inaczej' },
    files: [],
  });
  await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
}

async function drain(desk: TestWorkstation): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    const { waiting, unknown, stopped } = await desk.push();
    if (stopped?.code === 'unauthorized')
      await desk.call('session.login', {
        url: desk.service.url,
        email: 'admin@example.com',
        password: 'demo',
      });
    else if (waiting + unknown === 0) return;
    desk.clock.advance(SETTLE);
  }
}

// A deployment may keep codes in one case.
const inOneCase = (value: unknown) => String(value).toLowerCase();

function expectOnce(desk: TestWorkstation, fault: string): void {
  const all = (
    kind: 'fittings' | 'materials' | 'products' | 'edgeBands',
    field: string,
    value: string,
  ) =>
    desk.service.state.all(kind).filter((record) => inOneCase(record[field]) === inOneCase(value));
  expect(all('edgeBands', 'code', 'ABS-9'), fault).toHaveLength(1);
  expect(all('materials', 'name', 'Mat'), fault).toHaveLength(1);
  expect(all('materials', 'SIFRA', 'M-9'), fault).toHaveLength(1);
  expect(all('fittings', 'kod', 'F-9'), fault).toHaveLength(1);
  expect(all('products', 'name', 'Produkt 9'), fault).toHaveLength(1);
  expect(all('edgeBands', 'code', 'ABS-22'), fault).toMatchObject([{ name: 'ABS inaczej' }]);
  expect(all('fittings', 'kod', 'ZAW-155'), fault).toHaveLength(0);
  expect(Number(all('fittings', 'kod', 'ZAW-110')[0]?.['price']), fault).toBe(9.2);
}

async function expectQuiet(desk: TestWorkstation): Promise<void> {
  const writes = () =>
    desk.service.log.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/login'))
      .length;
  const before = writes();
  await drain(desk);
  expect(writes()).toBe(before);
  const status = await desk.call('status.get', {});
  expect(status.queue).toMatchObject({ waiting: 0, unknown: 0, conflict: 0, sending: 0 });
}

describe('the same work, whatever a deployment makes of the gaps', () => {
  it.each(knobs)(
    '%s = %s: everything is there exactly once, nothing is sent twice',
    async (knob, value) => {
      const variant: Partial<Variant> = { ...DEFAULT_VARIANT, [knob]: value };
      const desk = await openDesk({ variant });
      await work(desk);
      await drain(desk);
      expectOnce(desk, `${knob}=${String(value)}`);
      await expectQuiet(desk);
    },
  );

  it('with lost answers, ghosts and errors strewn over every write', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const desk = await openDesk();
      await work(desk);
      desk.service.addFault({
        on: { method: 'POST', path: /\/(?:fittings|materials|products|edge_band)$/ },
        nth: seed,
        kind: 'lostAnswer',
      });
      desk.service.addFault({
        on: { method: 'POST' },
        nth: seed + 2,
        kind: 'appliedStatus',
        status: 502,
      });
      desk.service.addFault({ on: { method: 'PATCH' }, nth: 1 + (seed % 2), kind: 'lostAnswer' });
      desk.service.addFault({
        on: { method: 'DELETE' },
        nth: 1,
        kind: seed % 2 === 0 ? 'lostAnswer' : 'resetBefore',
      });
      await drain(desk);
      desk.clock.advance(SETTLE);
      await drain(desk);
      expectOnce(desk, `seed ${seed}`);
      await expectQuiet(desk);
    }
  });
});
