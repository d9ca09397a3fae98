import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import { ANSWERS } from '../../scripts/docs/answers.ts';
import { Desk, startService } from './support.ts';

const desk = new Desk();
let service: Reference;
beforeAll(async () => {
  service = await startService({ variant: { statusRule: 'required' } });
  await desk.ready(service.url);
});

const add = (at: number, ...more: readonly string[]) =>
  desk.json(['add', 'fittings', '--set', `kod=N-${at}`, '--set', `name=Nowy ${at}`, ...more]);
const posts = () =>
  service.log.filter(({ method, path: to }) => method === 'POST' && to.endsWith('/fittings'));
const answerOf = (name: string) => ANSWERS[name] ?? z.never();

describe('a field that the server requires', () => {
  it('is learned from a push of eight records, grouped, and corrected by one command', async () => {
    for (let at = 1; at <= 8; at += 1) expect((await add(at)).exit).toBe(0);
    expect((await desk.json(['push'])).exit).toBe(1);
    expect(posts()).toHaveLength(8);
    const told = await desk.json(['outbox']);
    expect(told.exit).toBe(1);
    expect(told.json(answerOf('outbox'))).toMatchObject({
      groups: [
        { kind: 'fittings', field: 'status', fact: 'required', words: '"status" is required' },
      ],
    });
    const text = await desk.run(['outbox']);
    expect(text.out).toContain('cabinet outbox correct --kind fittings --set status=VALUE');
    const correct = ['outbox', 'correct', '--set', 'status=1'];
    const dry = await desk.json([...correct, '--dry-run']);
    expect(dry.json(answerOf('outbox correct'))).toMatchObject({ changed: 8, queued: 0 });
    expect((await desk.json(['outbox'])).exit).toBe(1);
    const done = await desk.run(correct);
    expect(done.exit, done.said).toBe(0);
    expect(done.out).toContain('Corrected 8 records. Send again with: cabinet push');
    expect((await desk.json(['outbox'])).json(answerOf('outbox'))).toEqual({ groups: [] });
    expect((await desk.json(['push'])).exit).toBe(0);
    expect(posts()).toHaveLength(16);
    const made = service.state.all('fittings').filter(({ status }) => status === '1');
    expect(made).toHaveLength(8);
  });

  it('is asked for by add, until the warning is accepted', async () => {
    const refused = await add(20);
    expect(refused.exit).toBe(2);
    expect(refused.out).toContain('this server rejected a record without it on');
    expect(refused.out).toContain('--accept-warnings');
    expect(await waiting()).toBe(0);
    expect((await add(20, '--set', 'status=2')).exit).toBe(0);
    expect((await add(21, '--accept-warnings')).exit).toBe(0);
    expect(await waiting()).toBe(2);
    const like = ['add', 'fittings', '--like', 'ZAW-110', '--set', 'kod=N-22'];
    expect((await desk.json(like)).out).toContain('rejected a record without it');
    expect((await desk.json([...like, '--set', 'status=1'])).exit).toBe(0);
  });

  it('is asked for by edit, where it would be emptied in a record that was not sent', async () => {
    const edit = ['edit', 'fittings', 'N-20', '--set'];
    expect((await desk.json([...edit, 'name=Inny'])).exit).toBe(0);
    expect((await desk.json([...edit, 'status='])).out).toContain('rejected a record without it');
    expect((await desk.json([...edit, 'status=', '--accept-warnings'])).exit).toBe(0);
  });

  it('is asked for by add-product and import', async () => {
    const file = (name: string, text: string) => {
      const target = path.join(desk.dir, name);
      fs.writeFileSync(target, text);
      return target;
    };
    file('s.obj', 'o box\nv 0 0 0\n');
    const product = { name: 'Szafka', status: '1', date: '2026-01-02', materialy: {}, main: {} };
    const fittings = [{ kod: 'P-1', name: 'Część' }];
    const manifest = JSON.stringify({ fittings, product: { ...product, model: 's.obj' } });
    const command = ['add-product', file('szafka.json', manifest)];
    const refused = await desk.json(command);
    expect([refused.exit, refused.out]).toEqual([2, expect.stringContaining('--accept-warnings')]);
    expect((await desk.json([...command, '--accept-warnings'])).exit).toBe(0);
    const sheet = file('n.csv', 'kod;nazwa\nI-1;Jeden\n');
    const asked = await desk.json(['import', 'fittings', sheet]);
    expect(asked.json(answerOf('import'))).toMatchObject({ new: 1, group: null });
    const taken = await desk.json(['import', 'fittings', sheet, '--accept-warnings']);
    expect(taken.json(answerOf('import'))).toMatchObject({ group: expect.any(String) });
  });

  it.each([
    [['outbox', 'correct'], '--set'],
    [['outbox', 'correct', '--set', 'grupa=1'], 'a field of a rejected change'],
    [['outbox', 'export'], '.zip'],
    [['outbox', 'mend'], 'export, correct'],
  ])('refuses %j', async (args, said) => {
    const ran = await desk.run(args);
    expect(ran.exit).toBe(2);
    expect(ran.said).toContain(said);
  });
});

async function waiting(): Promise<number> {
  const ran = await desk.json(['queue']);
  return ran.json(z.looseObject({ operations: z.array(z.unknown()) })).operations.length;
}
