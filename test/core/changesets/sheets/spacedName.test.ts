import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, rowsOf } from '../../../support/sheets.ts';

const HEAD = 'name;status;date;modelPath;materialy;main';
const check = (desk: TestWorkstation, ...names: readonly string[]) => {
  desk.file('a.obj', 'v 0 0 0\n');
  const rows = names.map((name) => `${name};1;2026-01-02;a.obj;{};{}`);
  return checkSheet(desk, 'products', 'a.csv', [HEAD, ...rows, ''].join('\n'));
};

describe('a product of a sheet with a space behind its name', () => {
  it('is not made beside the one that has the name', async () => {
    const desk = await openDesk();
    const { plan, counts } = await check(desk, `${PRODUCT.name} `);
    expect(counts).toMatchObject({ new: 0, error: 1 });
    expect((await rowsOf(desk, plan))[0]?.issues[0]?.expected).toMatch(/has this name$/);
  });

  it('is not made where another row has the name', async () => {
    const desk = await openDesk();
    const { counts } = await check(desk, 'Nowa', 'Nowa ');
    expect(counts).toMatchObject({ new: 0, error: 2 });
  });

  it('is the same with its letters composed', async () => {
    const desk = await openDesk();
    const { counts } = await check(desk, 'Górna', 'Go\u0301rna');
    expect(counts).toMatchObject({ new: 0, error: 2 });
  });
});

describe('a record that a sheet makes with a space behind its code', () => {
  it('is found by that code without it', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', 'kod;name\nK-9 ;Zawias\n');
    await desk.call('changesets.queue', { plan });
    await desk.push();
    const again = await checkSheet(desk, 'fittings', 'b.csv', 'kod;name\nK-9;Zawias\n');
    expect(again.counts).toMatchObject({ new: 0, same: 1 });
  });
});

describe('where the service was seen to keep a code in another form', () => {
  const openLower = () => openDesk({ variant: { texts: 'lowerCodes', uniqueKod: false } });
  const made = (desk: TestWorkstation) =>
    desk.service.state.all('fittings').filter(({ kod }) => kod === 'ab-9');
  const send = async (desk: TestWorkstation, file: string, price: string) => {
    const bytes = `kod;name;price\nAb-9;Zawias;${price}\n`;
    const { plan } = await checkSheet(desk, 'fittings', file, bytes);
    await desk.call('changesets.queue', { plan });
    await desk.push();
  };

  it('a sheet that is imported again finds what it made', async () => {
    const desk = await openLower();
    await send(desk, 'a.csv', '1.10');
    await send(desk, 'b.csv', '2.20');
    expect(made(desk)).toMatchObject([{ name: 'Zawias', price: '2.2' }]);
  });

  it('a code is taken in every form', async () => {
    const desk = await openLower();
    await send(desk, 'a.csv', '1.10');
    const values = { kod: 'Ab-9', name: 'Zawias' };
    const again = desk.call('records.create', { kind: 'fittings', values, files: [] });
    await expect(again).rejects.toMatchObject({ code: 'invalid' });
  });
});
