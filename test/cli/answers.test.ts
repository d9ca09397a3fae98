import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#cli/commands.ts';
import { z } from '#contract/zod.ts';
import { ANSWERS, ERROR_ANSWER } from '../../scripts/docs/answers.ts';
import { ACCOUNT, Desk, startService, tempFolder } from './support.ts';

const desk = new Desk();
const folder = tempFolder();
const at = (name: string) => path.join(folder, name);
let url = '';
beforeAll(async () => {
  ({ url } = await startService());
});

/** Runs a command and reads its document by the schema that the page shows. */
async function answer(name: string, args: readonly string[]) {
  const { [name]: schema } = ANSWERS;
  if (schema === undefined) throw new Error(`no schema for ${name}`);
  const env = args[0] === 'login' ? { CABINET_PASSWORD: ACCOUNT.password } : {};
  const ran = await desk.json(args, env);
  return z.record(z.string(), z.unknown()).parse(ran.json(schema));
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
    await answer('login', ['login', '--url', url, '--email', ACCOUNT.email]);
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
    await answer('outbox', ['outbox', 'export', '--to', at('outbox.zip')]);
    expect(await answer('push', ['push'])).toMatchObject({ done: 1, stopped: null });
    expect(await answer('undo', ['undo'])).toMatchObject({ errors: [] });
    await answer('remove', ['remove', 'fittings', 'PRO-450']);
    expect(await answer('sync', ['sync'])).toMatchObject({ push: { stopped: null } });
  });

  it('are as their schema says of what happened', async () => {
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
    await answer('backups', ['backups']);
    await answer('data where', ['data', 'where']);
    await answer('diagnostics', ['diagnostics']);
    await answer('diagnostics --to', ['diagnostics', '--to', at('diagnostics.zip')]);
    const draft = at('managed.json');
    fs.writeFileSync(draft, '{"service":{"url":"https://catalogue.example","only":true}}');
    await answer('policy', ['policy', 'check', draft]);
    await answer('logout', ['logout']);
  });

  it('tell an error by the schema of errors', async () => {
    const ran = await desk.json(['get', 'fittings', 'not-there']);
    expect(ran.json(ERROR_ANSWER).error.code).toBe('not-found');
  });
});
