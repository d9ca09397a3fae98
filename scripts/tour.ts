/**
 * Shows Cabinet's promise from an empty folder: `npm run tour`. It runs the public commands of the
 * terminal as child processes, and fails as soon as a result breaks the promise.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from '#contract/zod.ts';

const root = dirname(import.meta.dirname);
const terminal = join(root, 'src', 'cli', 'index.ts');
const manifestPath = join(root, 'resources', 'demo', 'add-product', 'wardrobe.json');
const work = mkdtempSync(join(tmpdir(), 'cabinet-tour-'));

const EDITED = { kod: 'ZAW-095-FE', price: '6.99' };

function start(args: readonly string[], password = ''): ChildProcess {
  return spawn(process.execPath, [terminal, ...args, '--data-dir', join(work, 'data'), '--json'], {
    env: { ...process.env, CABINET_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs one command to its end and returns its JSON document. */
async function cabinet<T>(
  schema: z.ZodType<T>,
  args: readonly string[],
  { password = '', exit = 0 } = {},
): Promise<T> {
  const child = start(args, password);
  const closed = once(child, 'close');
  assert(child.stdout !== null && child.stderr !== null);
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  assert.equal(child.exitCode, exit, `cabinet ${args.join(' ')}: ${said}`);
  return schema.parse(JSON.parse(out));
}

interface Running {
  readonly url: string;
  readonly password: string;
  readonly email: string;
  readonly stop: () => Promise<void>;
}

const address = z.object({ url: z.url(), email: z.string(), password: z.string() });

async function startService(port: string): Promise<Running> {
  const child = start(['service', '--port', port, '--data', join(work, 'service')]);
  running.add(child);
  assert(child.stdout !== null);
  for await (const line of createInterface({ input: child.stdout })) {
    const stop = async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
      running.delete(child);
    };
    return { ...address.parse(JSON.parse(line)), stop };
  }
  throw new Error('the demo service did not start');
}

const running = new Set<ChildProcess>();

function tell(step: string): void {
  process.stdout.write(`${step}\n`);
}

const pulled = z.object({
  kinds: z.record(z.string(), z.object({ total: z.number(), added: z.number() })),
});
const pushed = z.object({
  done: z.number(),
  waiting: z.number(),
  unknown: z.number(),
  refused: z.number(),
  conflict: z.number(),
});
const failed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const stopped = pushed.extend({ stopped: z.object({ code: z.string(), text: z.string() }) });
const steps = z.object({
  steps: z.array(z.object({ kind: z.string(), key: z.string(), outcome: z.string() })),
});
const queue = z.object({
  operations: z.array(
    z.object({
      action: z.string(),
      kind: z.string(),
      key: z.string().nullable(),
      title: z.string(),
      files: z.array(z.unknown()),
    }),
  ),
});

async function signIn({ url, email, password }: Running): Promise<void> {
  await cabinet(z.object({ url: z.string() }), ['login', '--url', url, '--email', email], {
    password,
  });
}

function totalOf({ kinds }: z.infer<typeof pulled>): number {
  return Object.values(kinds).reduce((sum, { total }) => sum + total, 0);
}

const manifest = z
  .object({
    edgeBands: z.array(z.object({ code: z.string() })),
    materials: z.array(z.object({ SIFRA: z.string() })),
    fittings: z.array(z.object({ kod: z.string() })),
    product: z.object({ name: z.string(), model: z.string(), images: z.array(z.string()) }),
  })
  .parse(JSON.parse(readFileSync(manifestPath, 'utf8')));

/** Reads the service directly, without Cabinet's mirror. */
async function askService(service: Running) {
  const login = await fetch(`${service.url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: service.email, password: service.password }),
  });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(await login.json());
  const headers = { authorization: `Bearer ${accessToken}` };
  const record = z.record(z.string(), z.unknown());
  return {
    list: async (path: string, key: string) => {
      const answer = await fetch(`${service.url}/adminapi/${path}?limit=100000`, { headers });
      return z.array(record).parse(record.parse(await answer.json())[key]);
    },
    file: async (path: string) => {
      const answer = await fetch(`${service.url}/${path}`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}

async function verify(service: Running): Promise<number> {
  const { list, file } = await askService(service);
  const lists = {
    edgeBands: await list('edge_band', 'edgeBands'),
    materials: await list('materials', 'materials'),
    fittings: await list('fittings', 'fittings'),
    products: await list('products', 'products'),
  };
  const one = (name: keyof typeof lists, field: string, value: string) => {
    const found = lists[name].filter((record) => record[field] === value);
    assert.equal(found.length, 1, `${name} with ${field} ${value}: ${found.length} on the service`);
    return found[0] ?? {};
  };
  for (const { code } of manifest.edgeBands) one('edgeBands', 'code', code);
  for (const { SIFRA } of manifest.materials) one('materials', 'SIFRA', SIFRA);
  for (const { kod } of manifest.fittings) one('fittings', 'kod', kod);
  assert.equal(Number(one('fittings', 'kod', EDITED.kod)['price']), Number(EDITED.price));
  const product = one('products', 'name', manifest.product.name);
  const stored = z.object({ modelPath: z.string(), images: z.array(z.string()) }).parse(product);
  const model = readFileSync(join(dirname(manifestPath), manifest.product.model));
  assert(model.equals(await file(stored.modelPath)), 'the 3D model on the service is the one sent');
  assert.equal(stored.images.length, manifest.product.images.length);
  return Object.values(lists).reduce((sum, records) => sum + records.length, 0);
}

async function tour(): Promise<void> {
  tell('1. A catalogue service starts on this computer, with demo data.');
  let service = await startService('0');
  await signIn(service);
  const first = totalOf(await cabinet(pulled, ['pull']));
  tell(`2. Signed in and pulled: ${first} records are here now.`);
  await service.stop();
  tell('3. The network is gone: the service has stopped.');
  const edit = ['edit', 'fittings', EDITED.kod, '--set', `price=${EDITED.price}`];
  await cabinet(z.object({ operation: z.string() }), edit);
  const plan = (await cabinet(steps, ['add-product', manifestPath])).steps;
  const isNew = plan.filter(({ outcome }) => outcome === 'queued');
  tell(
    `4. Offline, the price of ${EDITED.kod} became ${EDITED.price}, and “${manifest.product.name}” was added:` +
      ` ${isNew.length} of its ${plan.length} parts are new, ${plan.length - isNew.length} exist already.`,
  );
  const early = await cabinet(z.union([failed, stopped]), ['push'], { exit: 4 });
  tell(`5. A push now only says: ${'error' in early ? early.error.message : early.stopped.text}`);
  const { operations } = await cabinet(queue, ['queue']);
  tell(`6. ${operations.length} operations wait in the queue:`);
  for (const { action, kind, key, title, files } of operations)
    tell(
      `     ${action} ${kind} ${key ?? title}${files.length > 0 ? ` (files: ${files.length})` : ''}`,
    );
  service = await startService(new URL(service.url).port);
  await signIn(service);
  tell('7. The network is back: the service runs again at the same address with the same data.');
  const sent = await cabinet(pushed, ['push']);
  assert.equal(sent.done, operations.length);
  assert.equal(sent.waiting + sent.unknown + sent.refused + sent.conflict, 0);
  const last = totalOf(await cabinet(pulled, ['pull']));
  assert.equal(last, first + isNew.length);
  tell(`8. Pushed: ${sent.done} sent. Downloaded: ${last} records, ${last - first} more.`);
  assert.equal(await verify(service), last);
  tell('9. Asked the service itself: every part is there exactly once, and so are its files.');
  assert.equal((await cabinet(pushed, ['push'])).done, 0);
  assert.equal(await verify(service), last);
  tell('10. A second push sent nothing. Nothing was lost, and nothing was sent twice.');
  await service.stop();
}

try {
  await tour();
} catch (error) {
  process.stderr.write(`Not as promised: ${error instanceof Error ? error.message : 'unknown'}\n`);
  process.exitCode = 1;
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}
