import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#cli/commands.ts';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import { ANSWERS, ERROR_ANSWER } from '../../scripts/docs/answers.ts';
import { ACCOUNT, Desk, finished, startCabinet, startService, tempFolder } from './support.ts';
import type { Ran } from './support.ts';

/** The published schema, as an administrator's script reads it. */
const { $defs } = z
  .object({ $defs: z.record(z.string(), z.custom<z.core.JSONSchema.JSONSchema>()) })
  .parse(
    JSON.parse(
      fs.readFileSync(path.join(import.meta.dirname, '../../docs/terminal.schema.json'), 'utf8'),
    ),
  );
const tried = new Set<string>();

/**
 * Returns the document of a command.
 *
 * Checks it first against the schema in the code and the published schema.
 */
function checked(name: string, ran: Ran): Record<string, unknown> {
  const schema = name === 'error' ? ERROR_ANSWER : ANSWERS[name];
  const published = $defs[name];
  if (schema === undefined || published === undefined) throw new Error(`no schema for ${name}`);
  tried.add(name);
  ran.json(schema);
  return z.record(z.string(), z.unknown()).parse(ran.json(z.fromJSONSchema(published)));
}

const desk = new Desk();
const folder = tempFolder();
const at = (name: string) => path.join(folder, name);
let service: Reference;
beforeAll(async () => {
  service = await startService();
});

async function answer(name: string, args: readonly string[]) {
  const env = args[0] === 'login' ? { CABINET_PASSWORD: ACCOUNT.password } : {};
  return checked(name, await desk.json(args, env));
}

/** Runs a command that does not end by itself, and stops it after it printed its document. */
async function answerOfRunning(name: string, args: readonly string[]) {
  const child = startCabinet([name, ...args, '--json']);
  child.stdout?.once('data', () => child.kill('SIGINT'));
  const ran = await finished(child);
  expect(ran.exit, ran.said).toBe(0);
  return checked(name, ran);
}

async function operationOf(args: readonly string[]): Promise<string> {
  const { operation } = await answer(args[0] ?? '', args);
  return z.string().parse(operation);
}

describe('the documents of the terminal', () => {
  it('have a schema for every command, and no other', () => {
    const names = commands.map(({ usage }) => usage.split(' ', 1)[0] ?? '');
    const described = new Set(Object.keys(ANSWERS).map((each) => each.split(' ', 1)[0] ?? ''));
    expect([...described].toSorted()).toEqual([...names].toSorted());
  });

  it('are as their schema says while work is made', async () => {
    await answer('login', ['login', '--url', service.url, '--email', ACCOUNT.email]);
    await answer('pull', ['pull']);
    const { total } = await answer('list', ['list', 'fittings']);
    expect(total).toBe(3);
    const edited = await operationOf(['edit', 'fittings', 'ZAW-110', '--set', 'price=12.34']);
    await answer('hold', ['hold', edited]);
    await answer('release', ['release', edited]);
    const dropped = await operationOf(['edit', 'fittings', 'PRO-450', '--set', 'price=3']);
    await answer('discard', ['discard', dropped]);
    const { pending } = await answer('get', ['get', 'fittings', 'ZAW-110']);
    expect(pending).toHaveLength(1);
  });

  it('are as their schema says while work is sent', async () => {
    const { operations } = await answer('queue', ['queue', '--all']);
    expect(operations).toHaveLength(2);
    await answer('outbox export', ['outbox', 'export', '--to', at('outbox.zip')]);
    expect(await answer('outbox', ['outbox'])).toEqual({ groups: [] });
    expect(await answer('push', ['push'])).toMatchObject({ done: 1, stopped: null });
    expect(await answer('undo', ['undo'])).toMatchObject({ errors: [] });
    await answer('remove', ['remove', 'fittings', 'PRO-450']);
    expect(await answer('sync', ['sync'])).toMatchObject({ push: { stopped: null } });
  });

  it('are as their schema says of what happened', async () => {
    expect(await answer('schema', ['schema', 'fittings'])).toMatchObject({ counting: false });
    const corrected = ['knowledge', '--correct', 'fittings.stock.update=kept'];
    expect(await answer('knowledge', corrected)).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ name: 'fittings.stock.update', value: 'kept', source: 'person' }),
      ]),
    });
    const place = 'products.main.okucia[].kod.reference';
    const meant = ['knowledge', '--correct', `${place}=materials`];
    expect(await answer('knowledge', meant)).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ name: place, value: 'materials', source: 'person' }),
      ]),
    });
    const { total } = await answer('history', ['history']);
    expect(total).not.toBe(0);
    const { requests } = await answer('history --requests', ['history', '--requests']);
    expect(requests).not.toEqual([]);
    await answer('changes', ['changes', '--since', '2000-01-01']);
    const { items } = await answer('trash list', ['trash', 'list']);
    expect(items).toHaveLength(1);
  });

  it('are as their schema says for sheets and files', async () => {
    const file = at('materials.csv');
    await answer('export', ['export', 'materials', '--to', file]);
    await answer('inspect', ['inspect', file]);
    fs.appendFileSync(file, ';;;\n');
    await answer('import', ['import', 'materials', file, '--dry-run']);
    const bulk = ['bulk', 'materials', '--all', '--percent', 'price=1', '--dry-run'];
    await answer('bulk', bulk);
    await answer('problems', ['problems']);
    await answer('review list', ['review', 'list']);
  });

  it('are as their schema says for the profile and the computer', async () => {
    await answer('status', ['status']);
    await answer('settings', ['settings']);
    await answer('profiles', ['profiles']);
    await answer('proxy', ['proxy']);
    await answer('certificate', ['certificate']);
    await answer('backups', ['backups']);
    await answer('data where', ['data', 'where']);
    await answer('diagnostics', ['diagnostics']);
    await answer('diagnostics --to', ['diagnostics', '--to', at('diagnostics.zip')]);
    const draft = at('managed.json');
    fs.writeFileSync(draft, '{"service":{"url":"https://catalogue.example","only":true}}');
    await answer('policy', ['policy', 'check', draft]);
  });

  it('tell an error by the schema of errors', async () => {
    const { error } = await answer('error', ['get', 'fittings', 'not-there']);
    expect(error).toMatchObject({ code: 'not-found' });
  });

  it('are as their schema says for new records', async () => {
    const values = ['--set', 'code=ABS-1', '--set', 'name=Oak 1 mm'];
    const { operation } = await answer('add', ['add', 'edge-bands', ...values]);
    expect(operation).toEqual(expect.any(String));
    const like = ['add', 'edge-bands', '--like', 'ABS-1', '--set', 'thickness=2'];
    const { id } = await answer('add', like);
    const { record } = await answer('get', ['get', 'edge-bands', z.string().parse(id)]);
    expect(record).toMatchObject({ code: 'ABS-2', name: 'Oak 1 mm', thickness: 2 });
    const product = { name: 'Table', status: '1', date: '2026-11-20', materialy: {}, main: {} };
    const fittings = [{ kod: 'NOGA-3', name: 'Leg 3' }];
    fs.writeFileSync(at('leg.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    fs.writeFileSync(
      at('table.json'),
      JSON.stringify({ fittings, product: { ...product, model: 'leg.obj' } }),
    );
    const { steps } = await answer('add-product', ['add-product', at('table.json')]);
    expect(steps).toHaveLength(2);
    fs.writeFileSync(at('new.csv'), 'kod;name;price\nN-1;Knob;2\nN-2;;oops\n');
    const sheet = ['import', 'fittings', at('new.csv'), '--rejects', at('wrong.csv')];
    expect(await answer('import', sheet)).toMatchObject({ new: 1, rejects: at('wrong.csv') });
    const raised = ['bulk', 'materials', '--all', '--percent', 'price=1'];
    expect(await answer('bulk', raised)).toMatchObject({ queued: 1, errors: [] });
  });

  it('are as their schema says for what the service refuses or has changed', async () => {
    const on = { method: 'POST', path: '/adminapi/edge_band' };
    service.addFault({ kind: 'status', status: 400, message: 'code is cursed', on, nth: 1 });
    await operationOf(['edit', 'fittings', 'ZAW-110', '--set', 'price=9.20']);
    const [hinge] = service.state.all('fittings');
    service.state.patch('fittings', String(hinge?.['_id']), { price: '9.90' });
    expect(await answer('push', ['push'])).toMatchObject({ refused: 1, conflict: 1 });
    const { operations } = await answer('queue', ['queue']);
    const left = z.array(z.object({ id: z.string(), state: z.string() })).parse(operations);
    const idOf = (state: string) => left.find((each) => each.state === state)?.id ?? '';
    const retried = await answer('retry', ['retry', idOf('refused')]);
    expect(retried).toMatchObject({ state: 'waiting' });
    const resolved = await answer('resolve', [
      'resolve',
      idOf('conflict'),
      '--field',
      'price=mine',
    ]);
    expect(resolved).toMatchObject({ state: 'waiting' });
    expect(await answer('sync', ['sync'])).toMatchObject({ push: { done: 2 } });
  });

  it('are as their schema says for changes that were rejected by one rule', async () => {
    service.setVariant({ statusRule: 'required' });
    await operationOf(['add', 'fittings', '--set', 'kod=R-1', '--set', 'name=Rail']);
    await answer('push', ['push']);
    const { groups } = await answer('outbox', ['outbox']);
    expect(groups).toMatchObject([{ kind: 'fittings', field: 'status', fact: 'required' }]);
    const corrected = await answer('outbox correct', ['outbox', 'correct', '--set', 'status=1']);
    expect(corrected).toMatchObject({ changed: 1, queued: 1, errors: [] });
    service.setVariant({ statusRule: 'none' });
  });

  it('are as their schema says for a conflict over a deleted record', async () => {
    const other = new Desk();
    const leg = service.state.all('fittings').find(({ kod }) => kod === 'NOGA-1');
    const recordId = String(leg?.['_id']);
    service.state.patch('fittings', recordId, { images: ['uploads/leg.jpg'] });
    await other.ready(service.url);
    const change = ['edit', 'fittings', 'NOGA-1', '--set', 'price=3.10'];
    const { operation } = checked('edit', await other.json(change));
    service.state.remove('fittings', recordId);
    expect(checked('push', await other.json(['push']))).toMatchObject({ conflict: 1 });
    const resolved = await other.json(['resolve', String(operation), '--mine']);
    expect(checked('resolve', resolved)).toMatchObject({
      notes: [{ code: 'file-not-here', field: 'images' }],
    });
  });

  it('are as their schema says for deleted records', async () => {
    for (const code of ['ABS-1', 'ABS-22-OAK']) await operationOf(['remove', 'edge-bands', code]);
    await answer('push', ['push']);
    const { items } = await answer('trash list', ['trash', 'list', 'edge-bands']);
    const ids = z.array(z.looseObject({ id: z.string() })).parse(items);
    const [first = '', second = ''] = ids.map(({ id }) => id);
    await answer('trash show', ['trash', 'show', 'edge-bands', first]);
    const again = ['trash', 'create-again', 'edge-bands', first];
    expect(await answer('trash create-again', again)).toMatchObject({ id: expect.any(String) });
    const forget = ['trash', 'forget', 'edge-bands', second];
    expect(await answer('trash forget', forget)).toMatchObject({ forgotten: 1 });
  });

  it('are as their schema says for the marks of a review', async () => {
    await desk.core(async (core) => {
      const source = { from: 'query', query: { kind: 'fittings' } } as const;
      const { session } = await core.call('review.start', { name: 'Prices', source });
      await core.call('review.mark', { session, index: 0, mark: 'flagged', comment: 'dear' });
    });
    const { reviews } = await answer('review list', ['review', 'list']);
    expect(reviews).toHaveLength(1);
    const to = at('marks.csv');
    const written = await answer('review export', ['review', 'export', 'Prices', '--to', to]);
    expect(written).toMatchObject({ file: to });
  });

  it('are as their schema says for backups, profiles and a move', async () => {
    const { backups } = await answer('backups', ['backups']);
    const [newest] = z.array(z.looseObject({ name: z.string() })).parse(backups);
    const restore = ['restore', newest?.name ?? '', '--yes'];
    expect(await answer('restore', restore)).toMatchObject({ restored: newest?.name });
    const profile = ['--profile', 'second'];
    const login = ['login', '--url', service.url, '--email', ACCOUNT.email, ...profile];
    await answer('login', login);
    const removed = await answer('profile', ['profile', 'remove', 'second', '--yes']);
    expect(removed).toEqual({ removed: 'second', waiting: 0 });
    const to = path.join(tempFolder(), 'moved');
    expect(await answer('data move', ['data', 'move', to])).toMatchObject({ to });
    await answer('data where', ['data', 'where']);
    await answer('logout', ['logout']);
  });

  it('are as their schema says for commands that go on until they are stopped', async () => {
    const { url } = await answerOfRunning('serve', ['--no-open', '--data-dir', desk.dir]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await answerOfRunning('demo', ['--no-open']);
    expect(await answerOfRunning('service', [])).toMatchObject({ email: expect.any(String) });
  });

  it('were all compared with the output of a command', () => {
    expect([...tried].toSorted()).toEqual(Object.keys($defs).toSorted());
  });
});
