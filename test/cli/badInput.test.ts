import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { exitOfError } from '#cli/exitCodes.ts';
import { buildProgram } from '#cli/program.ts';
import { errorOf } from '#cli/run.ts';
import type { Reference } from '#reference/server.ts';
import {
  Desk,
  expectRefusal,
  failure,
  finished,
  queue,
  startCabinet,
  startService,
  startStranger,
  tempFolder,
} from './support.ts';

let service: Reference;
const desk = new Desk();
const folder = tempFolder();
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  service = await startService();
  await desk.ready(service.url);
  fs.writeFileSync(at('empty.png'), '');
  fs.writeFileSync(at('notes.txt'), 'text');
  fs.writeFileSync(at('liar.png'), 'no picture');
  fs.writeFileSync(at('good.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
  fs.writeFileSync(at('broken.json'), '{"kod": "A",\n "name" "B"}');
  fs.writeFileSync(at('list.json'), '[1]');
  fs.mkdirSync(at('folder.png'));
});

const account = z.object({ signedIn: z.boolean(), url: z.string().nullable() });

/** Expects a refusal; runs the program in this process, because the cases are many. */
async function expectRefused(args: readonly string[], code: string, words: RegExp): Promise<void> {
  const program = buildProgram(() => expect.unreachable());
  const thrown: unknown = await program
    .parseAsync([...args, '--data-dir', desk.dir], { from: 'user' })
    .catch((error: unknown) => error);
  const error = errorOf(thrown);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(words);
  expect(exitOfError(error.code)).toBe(2);
}

async function expectNothingQueued(of = desk): Promise<void> {
  await of.core(async (core) => {
    const { operations } = await core.call('outbox.list', {});
    expect(operations).toEqual([]);
  });
  const staged = path.join(of.dir, 'profiles', 'default', 'staged');
  expect(fs.existsSync(staged) ? fs.readdirSync(staged) : []).toEqual([]);
}

describe('a sign-in that does not work', () => {
  const pages: Record<string, Parameters<typeof startStranger>[0]> = {
    html: (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Shop</h1>'),
    redirect: (_request, response) =>
      response.writeHead(302, { location: 'https://example.com/login' }).end(),
    stranger: (_request, response) => response.writeHead(200).end('{"hello":"world"}'),
    missing: (_request, response) => response.writeHead(404).end('no'),
  };

  it('says which, and stores nothing', async () => {
    const fresh = new Desk();
    expectRefusal(
      await fresh.login(service.url, 'wrong'),
      3,
      'wrong-credentials',
      /Incorrect e-mail or password/,
    );
    expectRefusal(await fresh.login('http://127.0.0.1:1'), 4, 'offline', /cannot be reached/);
    expectRefusal(
      await fresh.login('ftp://x'),
      2,
      'invalid',
      /url: ftp:\/\/x, expected an http or https address/,
    );
    for (const [name, answer] of Object.entries(pages)) {
      const ran = await fresh.login(await startStranger(answer));
      expectRefusal(ran, 4, 'wrong-address', /^[^\n]+$/);
      expect(ran.out, name).not.toContain('open-sesame');
    }
    const status = (await fresh.json(['status'])).json(account);
    expect(status).toEqual({ signedIn: false, url: null });
    expect(fs.existsSync(path.join(fresh.dir, 'secrets'))).toBe(false);
  });

  it('asks for what is missing', async () => {
    const login = ['login', '--url', service.url, '--email', 'me@example.com'];
    expectRefusal(await desk.json(login), 2, 'invalid', /CABINET_PASSWORD/);
    expectRefusal(await desk.json(['login']), 2, 'invalid', /--email: missing/);
    const noUrl = ['login', '--email', 'me@example.com'];
    expectRefusal(await desk.json(noUrl), 2, 'invalid', /--url: missing/);
    const stdin = [...login, '--password-stdin'];
    expectRefusal(await desk.json(stdin, {}, '\n'), 2, 'invalid', /on stdin/);
    const argument = await desk.json([...login, '--password', 'x']);
    expectRefusal(argument, 2, 'invalid', /unknown option '--password'/);
  });
});

describe('values that cannot be queued', () => {
  it.each([
    [
      ['add', 'fittings', '--set', 'kod=A', '--set', 'name=B', '--set', 'colour=red'],
      /colour: "red"/,
    ],
    [
      ['add', 'fittings', '--set', 'kod=A', '--set', 'name=B', '--set', 'price=x'],
      /price: "x", expected a number/,
    ],
    [
      ['add', 'fittings', '--set', 'name=B'],
      /kod: missing, expected text \(required to create the record\)/,
    ],
    [
      ['add', 'edge-bands', '--set', 'name=A', '--set', 'isActive=1'],
      /isActive: 1, expected yes or no \(true or false\)/,
    ],
    [
      ['add', 'fittings', '--set', 'kod=ZAW-110', '--set', 'name=B'],
      /kod: "ZAW-110", expected a code that is not in use/,
    ],
    [['edit', 'fittings', 'ZAW-110', '--set', 'stock=3'], /stock: "3", expected no change/],
    [['edit', 'fittings', 'ZAW-110', '--set', 'price=x'], /price: "x", expected a number/],
    [['edit', 'fittings', 'ZAW-110'], /--data: missing/],
    [
      ['list', 'fittings', '--where', 'colour=red'],
      /--where: "colour", expected a field of fittings/,
    ],
  ])('are named with field, value and what is expected: %j', async (args, words) => {
    await expectRefused(args, 'invalid', words);
  });

  it('names the line and column of broken JSON', async () => {
    const ran = await desk.json(['add', 'fittings', '--data', at('broken.json')]);
    expectRefusal(ran, 2, 'invalid', /line 2, column 9: "\\"B\\"}", expected a colon/);
    const stdin = await desk.json(['add', 'fittings', '--data', '-']);
    expectRefusal(
      stdin,
      2,
      'invalid',
      /stdin, line 1, column 1: the end of the text, expected a value/,
    );
    const list = await desk.json(['add', 'fittings', '--data', at('list.json')]);
    expectRefusal(list, 2, 'invalid', /expected an object with fields/);
  });

  it('names a record that is not here', async () => {
    const ran = await desk.json(['edit', 'fittings', 'NOPE', '--set', 'price=1']);
    expectRefusal(ran, 2, 'not-found', /"NOPE"/);
  });

  it('leaves nothing behind', () => expectNothingQueued());
});

describe('files that cannot be sent', () => {
  const add = (...files: readonly string[]) => [
    'add',
    'fittings',
    '--set',
    'kod=A',
    '--set',
    'name=B',
    ...files.flatMap((file) => ['--file', file]),
  ];
  const allowed = /\.jpg, \.jpeg, \.png, .*\.fbx/;

  it('are named by the path as it was typed, with the allowed list', async () => {
    const named = add('images=gone.png', `images=${at('folder.png')}`, `model=${at('notes.txt')}`);
    const ran = await desk.json(named);
    expectRefusal(ran, 2, 'rejected-file', allowed);
    const issues = ran.json(failure).error.issues ?? [];
    expect(issues.map(({ place }) => place)).toEqual([
      '--file images',
      '--file images',
      '--file model',
    ]);
    expect(issues.map(({ value }) => value)).toEqual([
      'gone.png does not exist',
      `${at('folder.png')} is a folder or no plain file`,
      `${at('notes.txt')} has the type .txt`,
    ]);
    const empty = await desk.json(add(`images=${at('empty.png')}`));
    expectRefusal(empty, 2, 'rejected-file', /empty\.png is empty/);
    const liar = await desk.json(add(`images=${at('liar.png')}`));
    expectRefusal(liar, 2, 'rejected-file', /liar\.png does not hold what its name says/);
  });

  it.skipIf(process.getuid?.() === 0)('include one that may not be read', async () => {
    fs.writeFileSync(at('secret.png'), 'x', { mode: 0 });
    const ran = await desk.json(add(`images=${at('secret.png')}`));
    expectRefusal(ran, 2, 'rejected-file', /secret\.png cannot be read/);
  });

  it('are not copied while something else is wrong', async () => {
    const ran = await desk.json([...add(`images=${at('good.png')}`), '--set', 'stock=many']);
    expectRefusal(ran, 2, 'invalid', /stock: "many"/);
    const field = await desk.json(add(`picture=${at('good.png')}`));
    expectRefusal(field, 2, 'invalid', /expected a file field: images, model/);
    const edit = ['edit', 'fittings', 'ZAW-110', '--set', 'stock=3', '--file'];
    expectRefusal(await desk.json([...edit, `model=${at('good.png')}`]), 2, 'invalid', /stock/);
    const two = ['add', 'materials', '--set', 'name=A'].concat([
      '--file',
      `PICFILE=${at('good.png')}`,
      '--file',
      `PICFILE=${at('good.png')}`,
    ]);
    expectRefusal(await desk.json(two), 2, 'invalid', /expected one file/);
    await expectNothingQueued();
  });
});

describe('a manifest with an error', () => {
  it('is refused as a whole, with the place of the error', async () => {
    fs.writeFileSync(at('hinge.obj'), 'v 0 0 0\n');
    const manifest = {
      edgeBands: [{ code: 'E', name: 'E' }],
      materials: [{ SIFRA: 'M', name: 'M', image: 'good.png' }],
      fittings: [
        { kod: 'F1', name: 'F', model: 'hinge.obj' },
        { kod: 'F2', name: 'F', model: 'gone.obj' },
      ],
      product: {
        name: 'P',
        status: '1',
        date: '2026-01-01',
        materialy: {},
        main: {},
        model: 'hinge.obj',
      },
    };
    fs.writeFileSync(at('manifest.json'), JSON.stringify(manifest));
    const ran = await desk.json(['add-product', at('manifest.json')]);
    expectRefusal(ran, 2, 'invalid', /^fittings\[1\]\.model: .*gone\.obj does not exist/);
    const missing = await desk.json(['add-product', at('none.json')]);
    expectRefusal(missing, 2, 'invalid', /none\.json does not exist/);
    await expectNothingQueued();
  });
});

describe('R11: a manifest that names a file outside its folder', () => {
  it.each(['../secret.obj', 'link.obj'])(
    'is refused with the place and queues nothing: %s',
    async (model) => {
      fs.mkdirSync(at('manifests'), { recursive: true });
      fs.writeFileSync(at('secret.obj'), 'v 0 0 0\n');
      if (model === 'link.obj') fs.symlinkSync(at('secret.obj'), at('manifests/link.obj'));
      const manifest = { fittings: [{ kod: 'F1', name: 'F', model }] };
      fs.writeFileSync(at('manifests/m.json'), JSON.stringify(manifest));
      const ran = await desk.json(['add-product', at('manifests/m.json')]);
      const words = /^fittings\[0\]\.model: .*\.obj lies outside the folder of the document/;
      expectRefusal(ran, 2, 'invalid', words);
      await expectNothingQueued();
    },
  );
});

describe('words that mean nothing', () => {
  it.each([
    [['lisst', 'fittings'], /unknown command 'lisst'\n\(Did you mean list\?\)/],
    [['list', 'fittings', '--serch', 'x'], /unknown option '--serch'\n\(Did you mean --search\?\)/],
    [['list', 'fitings'], /KIND: "fitings", expected one of fittings, materials/],
    [['list'], /missing required argument 'KIND'/],
    [['list', 'fittings', '--limit', '-1'], /--limit: "-1", expected a whole number/],
    [['settings', 'colour', 'red'], /NAME: "colour", expected one of pageSize/],
    [['settings', 'concurrency', '99'], /concurrency: "99", expected a whole number from 1 to 8/],
    [['hold', 'nothing'], /"nothing"/],
    [['resolve', 'x'], /--mine, --theirs or --field/],
    [['status', '--profile', '../x'], /--profile: "..\/x"/],
    [[], /Enter a command/],
  ])('exit 2: %j', async (args, words) => {
    await expectRefused(args, args[0] === 'hold' ? 'not-found' : 'invalid', words);
  });

  it('are answered as a document and as a sentence', async () => {
    const command = await desk.json(['lisst']);
    expectRefusal(command, 2, 'invalid', /^unknown command 'lisst'/);
    const option = await finished(startCabinet(['--json', 'list', 'fittings', '--serch', 'x']));
    expectRefusal(option, 2, 'invalid', /^unknown option '--serch'/);
    const plain = await desk.run([]);
    expect([plain.exit, plain.out]).toEqual([2, '']);
    expect(plain.said).toBe('Enter a command. See: cabinet --help\n');
  });

  it('refuse an empty folder instead of taking another one', async () => {
    const ran = await finished(startCabinet(['status', '--json', '--data-dir', '']));
    expectRefusal(ran, 2, 'invalid', /--data-dir: "", expected a folder/);
  });

  it('leave the queue as it was', async () => {
    expect((await desk.json(['queue'])).json(queue).operations).toEqual([]);
  });
});
