import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import { Desk, startService } from './support.ts';

const error = z.object({
  row: z.number(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});
const imported = z.object({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  errors: z.array(error),
  warnings: z.array(error),
  group: z.string().nullable(),
  rejects: z.string().nullable(),
});
const operations = z.object({ operations: z.array(z.looseObject({ key: z.string().nullable() })) });

describe('sheets in the terminal', () => {
  const desk = new Desk();
  let service: Reference;
  const file = (name: string, text = '') => {
    const target = path.join(desk.dir, name);
    if (text !== '') fs.writeFileSync(target, text);
    return target;
  };
  const waiting = async () => (await desk.json(['queue'])).json(operations).operations.length;

  beforeAll(async () => {
    service = await startService();
    await desk.ready(service.url);
  });

  it('exports, imports without a change, and shows a dry run', async () => {
    const to = file('out.csv');
    const out = await desk.json(['export', 'fittings', '--to', to]);
    expect(out.exit, out.said).toBe(0);
    expect(out.json(z.object({ rows: z.number(), file: z.string() })).file).toBe(to);
    const back = await desk.json(['import', 'fittings', to]);
    expect(back.exit, back.said).toBe(0);
    expect(back.json(imported)).toMatchObject({ new: 0, changed: 0, errors: [], group: null });
    const sheet = file('new.csv', 'indeks;nazwa;cena\nN-1;Nowy;1,50\nN-2;Inny;drogo\n');
    const dry = await desk.json(['import', 'fittings', sheet, '--map', 'indeks=kod', '--dry-run']);
    expect(dry.exit).toBe(1);
    expect(dry.json(imported)).toMatchObject({
      new: 1,
      errors: [
        { row: 3, column: 'cena', value: 'drogo', reason: expect.stringContaining('12.50') },
      ],
    });
    expect(await waiting()).toBe(0);
  });

  it('shows labels and currency in tables only, and imports labels as their codes', async () => {
    const before = (await desk.json(['list', 'products'])).out;
    await desk.run(['settings', 'statusLabels', '1 = active, 0 = inactive']);
    await desk.run(['settings', 'currency', 'PLN']);
    expect((await desk.run(['list', 'fittings'])).out).toContain('PLN\u00a08.90');
    expect((await desk.run(['list', 'products'])).out).toMatch(/Desk +active/);
    expect((await desk.json(['list', 'products'])).out).toBe(before);
    const to = file('labelled.csv');
    await desk.json(['export', 'products', '--to', to, '--columns', '_id,name,status']);
    const text = fs.readFileSync(to, 'utf8');
    expect(text).not.toMatch(/active/);
    expect((await desk.json(['import', 'products', to])).json(imported).changed).toBe(0);
    const named = text.replace(/(Desk;)'?1\b'?/, '$1Active');
    expect(named).not.toBe(text);
    const again = await desk.json(['import', 'products', file('named.csv', named)]);
    expect(again.json(imported)).toMatchObject({ changed: 0, errors: [] });
    const wrong = await desk.run(['settings', 'statusLabels', '1 = on, 1 = off']);
    expect(wrong.exit).toBe(2);
    expect(wrong.said).toContain('each code and label once');
    await desk.run(['settings', 'statusLabels', '']);
    await desk.run(['settings', 'currency', '']);
  });

  it('leaves out what asks until a person says yes, and marks a price that changes by much', async () => {
    const sheet = file('ceny.csv', 'nazwa;kod;cena\nNowy;M-1;-9,30\nInny;M-2;1,50\n');
    const dry = await desk.json(['import', 'fittings', sheet, '--dry-run']);
    expect(dry.exit).toBe(1);
    const told = {
      row: 2,
      column: 'cena',
      value: '-9.30',
      reason: 'expected a number that is not below 0',
    };
    expect(dry.json(imported)).toMatchObject({ new: 2, errors: [told], warnings: [told] });
    const all = await desk.json(['import', 'fittings', sheet, '--dry-run', '--accept-warnings']);
    expect(all.exit).toBe(0);
    expect(all.json(imported)).toMatchObject({ new: 2, errors: [], warnings: [told] });
  });

  it('maps a column whose name holds an equals sign', async () => {
    const sheet = file('rowne.csv', 'kod=indeks;nazwa;cena\nN-1;Nowy;1,50\n');
    const map = ['--map', 'kod=indeks=kod'];
    const dry = await desk.json(['import', 'fittings', sheet, ...map, '--dry-run']);
    expect(dry.json(imported), dry.said).toMatchObject({ new: 1, errors: [] });
  });

  it('says which numbers can be read in two ways, and reads them as it is told', async () => {
    const sheet = file('dwa.tsv', 'kod\tnazwa\tcena\nN-1\tNowy\t1,234\n');
    const guessed = await desk.json(['import', 'fittings', sheet, '--dry-run']);
    expect(guessed.said).toContain('Numbers such as 1,234 are ambiguous');
    expect(guessed.json(imported)).toMatchObject({ new: 0, errors: [{ value: '1,234' }] });
    const told = await desk.json(['import', 'fittings', sheet, '--dry-run', '--decimal', ',']);
    expect(told.said).not.toContain('ambiguous');
    expect(told.json(imported)).toMatchObject({ new: 1, errors: [] });
  });

  it('writes no export where there is no folder for it', async () => {
    const to = path.join(desk.dir, 'nie-ma', 'out.csv');
    const out = await desk.json(['export', 'fittings', '--to', to]);
    expect(out.exit).toBe(2);
    expect(out.out + out.said).toContain('cannot be written');
    expect(fs.existsSync(path.dirname(to))).toBe(false);
  });

  it('queues the right rows, writes the wrong ones, and takes all of it back', async () => {
    const sheet = file('new.csv', 'kod;nazwa;cena\nN-1;Nowy;1,50\nN-2;Inny;drogo\n');
    const rejects = file('wrong.csv');
    const done = await desk.json(['import', 'fittings', sheet, '--rejects', rejects]);
    expect(done.exit).toBe(1);
    expect(done.json(imported)).toMatchObject({ new: 1, rejects, group: expect.any(String) });
    expect(fs.readFileSync(rejects, 'utf8')).toContain('N-2;Inny;drogo;');
    expect(await waiting()).toBe(1);
    const back = await desk.json(['undo']);
    expect(back.exit, back.said).toBe(0);
    expect(back.json(z.looseObject({ restored: z.number() }))).toMatchObject({
      restored: 1,
      undoes: { code: 'import', count: 1 },
    });
    expect(await waiting()).toBe(0);
  });

  it('does not write the wrong rows over the sheet itself', async () => {
    const content = 'kod;nazwa;cena\nN-1;Nowy;1,50\nN-2;Inny;drogo\n';
    const sheet = file('same.csv', content);
    const link = path.join(desk.dir, 'link.csv');
    fs.linkSync(sheet, link);
    for (const rejects of [sheet, link]) {
      const out = await desk.run(['import', 'fittings', sheet, '--rejects', rejects]);
      expect([out.exit, out.said]).toEqual([2, expect.stringContaining('another file')]);
    }
    expect(fs.readFileSync(sheet, 'utf8')).toBe(content);
    expect(await waiting()).toBe(0);
  });

  it('changes many as one', async () => {
    const all = ['bulk', 'fittings', '--all', '--percent', 'price=10', '--round', '0.1'];
    const dry = await desk.run([...all, '--dry-run']);
    expect(dry.exit, dry.said).toBe(0);
    expect(dry.out).toContain('Nothing was saved.');
    expect(await waiting()).toBe(0);
    const done = await desk.json(all);
    const answer = done.json(z.looseObject({ changed: z.number(), queued: z.number() }));
    expect(answer.queued).toBe(answer.changed);
    expect(await waiting()).toBe(answer.changed);
  });

  it.each([
    [['import', 'fittings', 'missing.csv'], 'does not exist'],
    [['export', 'fittings', '--to', 'x.ods'], '.csv, .xlsx or .json'],
    [['bulk', 'fittings', '--percent', 'price=1'], '--all'],
    [['bulk', 'fittings', '--all', '--set', 'producent=X'], 'after creation'],
    [['bulk', 'fittings', '--all'], 'one of --set'],
    [
      ['bulk', 'fittings', '--all', '--set', 'price=9.99', '--round', '0.1'],
      'with --add or --perc',
    ],
    [['bulk', 'fittings', '--all', '--clear', 'name', '--with', 'x'], 'with --replace'],
    [['undo', 'no-such-group'], 'No group'],
  ])('refuses %j and changes nothing', async (args, said) => {
    const ran = await desk.run(args);
    expect(ran.exit).toBe(2);
    expect(ran.said).toContain(said);
  });
});
