import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import { catalogue, Desk, expectRefusal, queued, startService } from './support.ts';

const problems = z.strictObject({
  total: z.number(),
  problems: z.array(
    z.strictObject({
      rule: z.string(),
      severity: z.string(),
      kind: z.string(),
      id: z.string(),
      field: z.string(),
      text: z.string(),
    }),
  ),
});
const changes = z.strictObject({
  total: z.number(),
  changes: z.array(
    z.object({
      key: z.string().nullable(),
      change: z.string(),
      fields: z.array(z.object({ field: z.string() }).loose()),
      at: z.iso.datetime(),
    }),
  ),
});
const trash = z.strictObject({
  total: z.number(),
  items: z.array(z.object({ kind: z.string(), id: z.string(), key: z.string().nullable() })),
});

let service: Reference;
const desk = new Desk();
beforeAll(async () => {
  service = await startService({ seed: { ...catalogue(), fittings: fittings() } });
  await desk.ready(service.url);
});

function fittings() {
  return [
    { kod: 'A', name: 'Hinge', price: '0', images: ['uploads/none.png'], model: 'uploads/m.obj' },
    { kod: 'B', name: 'Runner', price: '4', images: [], model: 'uploads/m.obj' },
  ];
}

describe('what the terminal tells of the catalogue', () => {
  it('lists problems with code 1, and none with code 0', async () => {
    const ran = await desk.json(['problems', 'fittings', '--rule', 'price-zero']);
    expect(ran.json(problems).problems).toMatchObject([
      {
        rule: 'price-zero',
        severity: 'error',
        kind: 'fittings',
        field: 'price',
        text: 'The price is 0.',
      },
    ]);
    expect(ran.exit).toBe(1);
    await desk.json(['edit', 'fittings', 'A', '--set', 'price=7']);
    const clean = await desk.json(['problems', 'fittings', '--rule', 'price-zero']);
    expect(clean.json(problems).problems).toEqual([]);
    expect(clean.exit).toBe(0);
    const text = await desk.run(['problems', 'fittings', '--rule', 'no-picture']);
    expect(text.out).toMatch(/warning +fittings +B +images +No image\./);
  });

  it('asks for files only when told to', async () => {
    const rule = ['--rule', 'file-not-held'];
    expect((await desk.json(['problems', ...rule])).json(problems).problems).toEqual([]);
    const ran = await desk.json(['problems', ...rule, '--files']);
    const { problems: found } = ran.json(problems);
    expect(found.map(({ text }) => text)).toContain('uploads/none.png is not on the server.');
  });

  it('refuses a rule that there is not', async () => {
    const ran = await desk.json(['problems', '--rule', 'nonsense']);
    expectRefusal(ran, 2, 'invalid', /--rule/);
  });

  it('tells what others changed, and brings a deleted record back', async () => {
    const id = String(service.state.all('fittings').find(({ kod }) => kod === 'B')?.['_id']);
    const other = String(service.state.all('fittings').find(({ kod }) => kod === 'A')?.['_id']);
    service.state.remove('fittings', id);
    service.state.patch('fittings', other, { producent: 'Kortex' });
    expect((await desk.json(['pull'])).exit).toBe(0);
    const { changes: found } = (
      await desk.json(['changes', 'fittings', '--since', '2020-01-01'])
    ).json(changes);
    expect(
      found.map(({ key, change, fields }) => `${key ?? ''} ${change} ${fields.length}`).toSorted(),
    ).toEqual(['A changed 1', 'B removed 0']);
    const { items } = (await desk.json(['trash', 'list'])).json(trash);
    expect(items).toMatchObject([{ kind: 'fittings', id, key: 'B' }]);
    const made = await desk.json(['trash', 'create-again', 'fittings', id, '--set', 'price=5']);
    expect(made.json(queued).operation).not.toBeNull();
    expect((await desk.json(['push'])).exit).toBe(0);
    expect(service.state.all('fittings').filter(({ kod }) => kod === 'B')).toMatchObject([
      { price: '5' },
    ]);
    expectRefusal(
      await desk.json(['trash', 'show', 'fittings', 'nobody']),
      2,
      'not-found',
      /nobody/,
    );
    for (const since of ['then', '2026-02-30', '2026-13-01', '2026-02-29T08:00', 'Feb 30 2026'])
      expectRefusal(await desk.json(['changes', '--since', since]), 2, 'invalid', /--since/);
    for (const since of ['2024-02-29', '2026-11-16T08:00', '2026-11-16T08:00:00Z'])
      expect((await desk.json(['changes', '--since', since])).exit).toBe(0);
  });

  it('exports the marks of a review, and overwrites nothing', async () => {
    await desk.core(async (core) => {
      const source = { from: 'query', query: { kind: 'fittings' } } as const;
      const { session } = await core.call('review.start', { name: 'Prices', source });
      await core.call('review.mark', { session, index: 0, mark: 'flagged', comment: 'dear' });
    });
    const target = path.join(desk.dir, 'marks.csv');
    const ran = await desk.json(['review', 'export', 'Prices', '--to', target]);
    expect(ran.json(z.strictObject({ rows: z.number(), file: z.string() }))).toEqual({
      rows: 2,
      file: target,
    });
    expect(fs.readFileSync(target, 'utf8')).toMatch(/;flagged;dear;/);
    expectRefusal(
      await desk.json(['review', 'export', 'Prices', '--to', target]),
      2,
      'invalid',
      /not there yet/,
    );
    expectRefusal(
      await desk.json(['review', 'export', 'Nothing', '--to', `${target}.csv`]),
      2,
      'not-found',
      /Nothing/,
    );
    expect((await desk.run(['review', 'list'])).out).toContain('Prices');
  });

  it('says of how many files no clear answer came', async () => {
    service.state.insert('fittings', { kod: 'C', name: 'Slide', images: ['uploads/c.png'] });
    expect((await desk.json(['pull'])).exit).toBe(0);
    const fault = { kind: 'status', status: 503, times: 2 } as const;
    service.addFault({ on: { path: '/uploads/c.png' }, nth: 1, ...fault });
    const ran = await desk.run(['problems', '--rule', 'file-not-held', '--files']);
    expect(ran.said).toMatch(/^1 of \d+ checked files are unclear/m);
  });
});
