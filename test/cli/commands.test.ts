import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import {
  ACCOUNT,
  counts,
  Desk,
  moved,
  operation,
  pullCounts,
  pushCounts,
  queue,
  queued,
  startService,
  tempFolder,
} from './support.ts';

let service: Reference;
const desk = new Desk();
const folder = tempFolder();

beforeAll(async () => {
  service = await startService();
  fs.writeFileSync(path.join(folder, 'leg.obj'), 'v 0 0 0\n');
  fs.writeFileSync(path.join(folder, 'oak.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
});

const record = z.strictObject({
  id: z.string(),
  key: z.string().nullable(),
  pending: z.string().nullable(),
  record: z.record(z.string(), z.unknown()),
});
const list = z.strictObject({ total: z.number(), records: z.array(record) });
const account = z.strictObject({ profile: z.string(), url: z.string(), email: z.string() });
const status = z.strictObject({
  profile: z.string(),
  url: z.string().nullable(),
  signedIn: z.boolean(),
  lastPull: z.record(z.enum(KINDS), z.iso.datetime().nullable()),
  counts: z.record(z.enum(KINDS), z.number()),
  queue: counts,
});
const one = z.strictObject({
  id: z.string(),
  key: z.string().nullable(),
  record: z.record(z.string(), z.unknown()),
  pending: z.array(operation),
});
const history = z.strictObject({
  total: z.number(),
  entries: z.array(
    z.strictObject({
      time: z.iso.datetime(),
      kind: z.enum(KINDS),
      id: z.string(),
      action: z.string(),
      field: z.string().nullable(),
      before: z.unknown(),
      after: z.unknown(),
      result: z.string(),
    }),
  ),
});
const settings = z.strictObject({ settings: z.record(z.string(), z.unknown()) });

describe('one working day in the terminal', () => {
  it('starts on an empty computer', async () => {
    const fresh = (await desk.json(['status'])).json(status);
    expect(fresh).toMatchObject({ profile: 'default', url: null, signedIn: false });
    expect(fresh.lastPull).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, null])));
    expect((await desk.json(['queue'])).json(queue)).toEqual({ operations: [] });
  });

  it('signs in with the password from the environment or from stdin', async () => {
    const from = { profile: 'default', url: service.url, email: ACCOUNT.email };
    expect((await desk.login(service.url)).json(account)).toEqual(from);
    const args = ['login', '--url', service.url, '--email', ACCOUNT.email, '--password-stdin'];
    const ran = await desk.json(args, {}, `${ACCOUNT.password}\n`);
    expect(ran.json(account)).toEqual(from);
  });

  it('pulls all kinds, or those named', async () => {
    const { kinds } = (await desk.json(['pull', 'edge-bands', 'materials'])).json(pullCounts);
    expect(Object.keys(kinds).toSorted()).toEqual(['edge-bands', 'materials']);
    const all = (await desk.json(['pull', '--quiet'])).json(pullCounts);
    expect(all.kinds['fittings']).toMatchObject({ total: 3, added: 3, complete: true });
    expect(all.kinds['materials']).toMatchObject({ added: 0, unchanged: 1 });
    const now = (await desk.json(['status'])).json(status);
    expect(now.signedIn).toBe(true);
    expect(now.counts).toEqual({ fittings: 3, materials: 1, products: 1, 'edge-bands': 1 });
    expect(Date.parse(now.lastPull.fittings ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('lists with search, conditions, order and pages', async () => {
    const keys = async (...args: readonly string[]) => {
      const { total, records } = (await desk.json(['list', 'fittings', ...args])).json(list);
      return [total, ...records.map(({ key }) => key)];
    };
    expect(await keys('--sort', 'price:desc')).toEqual([3, 'PRO-450', 'ZAW-110', 'NOGA-1']);
    expect(await keys('--where', 'price>=8,90', '--where', 'name~HINGE')).toEqual([1, 'ZAW-110']);
    expect(await keys('--search', 'leg')).toEqual([1, 'NOGA-1']);
    expect(await keys('--where', 'model=', '--limit', '1', '--offset', '1')).toEqual([
      3,
      'PRO-450',
    ]);
    expect(await keys('--where', 'kod!=NOGA-1', '--sort', 'name')).toEqual([
      2,
      'ZAW-110',
      'PRO-450',
    ]);
    const [leg] = (await desk.json(['list', 'fittings', '--limit', '1'])).json(list).records;
    expect(leg).toMatchObject({ key: 'NOGA-1', pending: null, record: { price: '2.5', stock: 5 } });
  });

  it('shows tables and sentences to a person', async () => {
    const { out } = await desk.run(['list', 'fittings', '--sort', 'price']);
    const [head = '', leg = '', hinge = ''] = out.split('\n');
    expect(head).toMatch(/^kod +name +price +status/);
    // The last two columns are the pending changes and the id.
    const columns = new Set(head.split(/ +/).slice(0, -2));
    const fields = Object.entries(resourceOf('fittings').fields);
    for (const [name, { column }] of fields)
      expect(columns.has(name), name).toBe(column !== undefined && column.hidden !== true);
    const end = head.indexOf('price') + 'price'.length;
    expect(leg.slice(0, end)).toMatch(/2\.50$/);
    expect(hinge.slice(0, end)).toMatch(/8\.90$/);
    expect(out).toContain('1–3 of 3 fittings');
    expect((await desk.run(['queue'])).out).toBe('No pending changes.\n');
  });

  it('queues an addition with its files', async () => {
    const args = ['add', 'fittings', '--data', '-', '--set', 'wymiary.x=10'];
    const file = ['--file', `model=${path.join(folder, 'leg.obj')}`];
    const input = '\ufeff{"kod": "NOGA-2", "name": "Leg 2", "price": 3.20}';
    const added = (await desk.json([...args, ...file], {}, input)).json(queued);
    const { id, key, record, pending } = (await desk.json(['get', 'fittings', 'NOGA-2'])).json(one);
    expect({ id, key }).toEqual({ id: added.id, key: 'NOGA-2' });
    expect(record).toMatchObject({ name: 'Leg 2', price: '3.2', wymiary: { x: '10' } });
    expect(pending).toHaveLength(1);
    expect(pending[0]).toMatchObject({
      id: added.operation,
      kind: 'fittings',
      action: 'create',
      recordId: added.id,
      state: 'waiting',
      attempts: 0,
      reason: null,
      files: [{ field: 'model', name: 'leg.obj', size: 8, state: 'staged', path: null }],
    });
  });

  it('queues a change of what differs, and nothing else', async () => {
    const nothing = await desk.json(['edit', 'fittings', 'ZAW-110', '--set', 'price=8,9']);
    expect(nothing.json(queued).operation).toBeNull();
    expect(nothing.exit).toBe(0);
    const said = await desk.run(['edit', 'fittings', 'ZAW-110', '--set', 'price=8.9']);
    expect([said.out, said.exit]).toEqual(['Nothing to change.\n', 0]);
    const edit = await desk.json(['edit', 'fittings', 'ZAW-110', '--set', 'price=9.20']);
    expect(edit.json(queued).operation).not.toBeNull();
    const draft = ['edit', 'fittings', 'NOGA-2', '--set', 'stock=7', '--file'];
    const images = await desk.json([...draft, `images=${path.join(folder, 'oak.png')}`]);
    expect(images.exit).toBe(0);
    const { records } = (await desk.json(['list', 'fittings', '--where', 'stock=7'])).json(list);
    expect(records).toMatchObject([{ key: 'NOGA-2', pending: 'waiting', record: { stock: 7 } }]);
  });

  it('queues a removal, and takes back what was never sent', async () => {
    const removed = (await desk.json(['remove', 'edge-bands', 'ABS-22-OAK'])).json(queued);
    expect(removed.operation).not.toBeNull();
    await desk.json(['add', 'materials', '--set', 'name=Slip', '--set', 'SIFRA=S1']);
    const slip = await desk.json(['remove', 'materials', 'S1']);
    expect([slip.json(queued).operation, slip.exit]).toEqual([null, 0]);
  });

  it('queues a product with what it needs', async () => {
    const manifest = {
      materials: [{ SIFRA: 'H1145', name: 'Bardolino oak' }],
      fittings: [{ kod: 'NOGA-3', name: 'Leg 3' }],
      product: {
        name: 'Table',
        status: '1',
        date: '2026-11-20',
        materialy: {},
        main: {},
        model: 'leg.obj',
      },
    };
    const file = path.join(folder, 'table.json');
    fs.writeFileSync(file, JSON.stringify(manifest));
    const { steps } = (await desk.json(['add-product', file])).json(
      z.strictObject({
        steps: z.array(
          z.strictObject({
            kind: z.enum(KINDS),
            key: z.string(),
            outcome: z.enum(['exists', 'queued']),
            operation: z.string().nullable(),
          }),
        ),
      }),
    );
    expect(steps.map(({ kind, key, outcome }) => [kind, key, outcome])).toEqual([
      ['materials', 'H1145', 'exists'],
      ['fittings', 'NOGA-3', 'queued'],
      ['products', 'Table', 'queued'],
    ]);
    const { operations } = (await desk.json(['queue'])).json(queue);
    const product = operations.find(({ kind }) => kind === 'products');
    expect(product?.dependsOn).toEqual([steps[1]?.operation]);
  });

  it('holds, releases, retries and discards', async () => {
    const { operations } = (await desk.json(['queue'])).json(queue);
    const id = operations.find(({ key }) => key === 'ABS-22-OAK')?.id ?? '';
    for (const [verb, state] of [
      ['hold', 'held'],
      ['release', 'waiting'],
      ['retry', 'waiting'],
      ['discard', 'discarded'],
    ]) {
      const ran = await desk.json([verb ?? '', id]);
      expect(ran.json(moved)).toEqual({ operation: id, state });
      expect(ran.exit).toBe(0);
    }
    expect((await desk.run(['hold', id, '--json'])).exit).toBe(2);
  });

  it('sends and refreshes, once', async () => {
    const both = z.strictObject({ push: pushCounts, pull: pullCounts });
    const ran = await desk.json(['sync']);
    const { push, pull } = ran.json(both);
    expect(push).toMatchObject({ done: 4, waiting: 0, stopped: null });
    expect(pull.kinds['fittings']).toMatchObject({ total: 5, complete: true });
    expect(ran.exit).toBe(0);
    const again = await desk.json(['push']);
    expect(again.json(pushCounts).done).toBe(0);
    expect((await desk.run(['push'])).out).toBe('0 sent.\n');
    const codes = service.state.all('fittings').map(({ kod }) => kod);
    expect(codes).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(['NOGA-1', 'NOGA-2', 'NOGA-3', 'PRO-450', 'ZAW-110']));
  });

  it('tells what happened', async () => {
    const all = (await desk.json(['queue', '--all'])).json(queue).operations;
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['done', 'discarded']));
    const { entries } = (await desk.json(['history', 'fittings', 'ZAW-110'])).json(history);
    expect(entries.find(({ field }) => field === 'price')).toMatchObject({
      action: 'update',
      before: '8.90',
      after: '9.20',
    });
    const last = (await desk.json(['history', '--limit', '1'])).json(history).entries;
    expect(last).toHaveLength(1);
    const sent = (await desk.json(['history', 'fittings', 'ZAW-110', '--requests'])).json(
      z.object({ requests: z.array(z.looseObject({ method: z.string(), status: z.number() })) }),
    );
    expect(sent.requests).toContainEqual(
      expect.objectContaining({ method: 'PATCH', outcome: 'applied', key: 'ZAW-110' }),
    );
    expect((await desk.run(['history', '--requests'])).out).toContain('PATCH');
  });

  it('keeps its settings', async () => {
    const all = (await desk.json(['settings'])).json(settings).settings;
    expect(Object.keys(all).toSorted()).toEqual([
      'assetBaseUrl',
      'assetBudgetMb',
      'autoSend',
      'concurrency',
      'currency',
      'inFlightWindowSeconds',
      'language',
      'notifications',
      'pageSize',
      'proxy',
      'proxyUser',
      'refreshMinutes',
      'rememberPassword',
      'sendOnQuit',
      'settleSeconds',
      'statusLabels',
      'theme',
      'trashDays',
    ]);
    expect((await desk.json(['settings', 'theme', 'dark'])).exit).toBe(0);
    const theme = (await desk.json(['--json', 'settings', 'theme'])).json(settings);
    expect(theme).toEqual({ settings: { theme: 'dark' } });
    // The earlier name of a setting is still read and written.
    expect((await desk.json(['settings', 'settleSeconds', '60'])).json(settings)).toEqual({
      settings: { inFlightWindowSeconds: 60, settleSeconds: 60 },
    });
    const plain = ['settings', 'assetBaseUrl', 'http://files.example'];
    const refused = await desk.json(plain);
    expect(refused.exit).toBe(2);
    expect(`${refused.out}${refused.said}`).toMatch(/assetBaseUrl: .*--allow-http/);
    expect((await desk.json([...plain, '--allow-http'])).exit).toBe(0);
    expect((await desk.json(['settings', 'assetBaseUrl', ''])).exit).toBe(0);
  });

  it('signs out, and keeps what is here', async () => {
    const out = (await desk.json(['logout'])).json(account);
    expect(out).toEqual({ profile: 'default', url: service.url, email: ACCOUNT.email });
    const after = (await desk.json(['status'])).json(status);
    expect([after.signedIn, after.counts.fittings]).toEqual([false, 5]);
    expect((await desk.json(['pull'])).exit).toBe(3);
  });
});
