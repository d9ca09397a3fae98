// Runs in a copy of the sources that has a fifth kind; see newKind.test.ts. Prints what it saw.
import fs from 'node:fs';
import path from 'node:path';
import { draftKinds } from '#contract/resources/draftRoles.ts';
import { kindSchema, resources } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { byKind, KINDS } from '#reference/kinds.ts';
import { startReference } from '#reference/server.ts';

const folder = z.string().parse(process.argv[2]);
const kind = kindSchema.parse('worktops');
const collection = KINDS.find((each: string) => each === 'worktops');
if (collection === undefined) throw new Error('the reference service has no worktops');
const worktops = [
  { _id: 'w1', signature: 'BL-1', name: 'Oak 38', price: '410.00', warranty: 5 },
  { _id: 'w2', signature: 'BL-2', name: 'Beech 38', price: '0', connected: ['ZAW-1', 'NONE'] },
];
const fittings = [{ _id: 'f1', kod: 'ZAW-1', name: 'Hinge' }];
const main = { top: { signature: 'BL-9' } };
const products = [{ _id: 'p1', name: 'Kitchen', status: '1', modelPath: 'k.obj', main }];
const seed = { ...byKind(() => []), fittings, products, worktops };
const account = { email: 'admin@example.com', password: 'demo' };
const service = await startReference({ seed, account });
const core = openCore(nodePlatform({ dataDir: path.join(folder, 'data'), log: () => undefined }));
try {
  await core.call('session.login', { url: service.url, ...account });
  const pulled = await core.call('sync.pull', {});
  const found = await core.call('records.list', { kind, search: 'oak' });
  await core.call('problems.check', {});
  const problems = await core.call('problems.list', {});

  await core.call('records.update', { kind, ref: 'w1', values: { price: '399.50' }, files: [] });
  const sheet = path.join(folder, 'worktops.csv');
  fs.writeFileSync(
    sheet,
    'Kod;Nazwa;Gwarancja w latach\nBL-2;Beech 40;7\nBL-3;Walnut;2\nBL-4;Pine;2.5\n',
  );
  const { file } = await core.call('files.stage', { path: sheet });
  const opened = await core.call('sheets.open', { kind, file });
  const checked = await core.call('sheets.check', { sheet: opened.sheet });
  await core.call('changesets.queue', { plan: checked.plan });
  const pushed = await core.call('sync.push', { patience: 0 });

  const manifest = {
    worktops: [
      { signature: 'BL-3', name: 'Walnut' },
      { signature: 'BL-9', name: 'Ash' },
    ],
  };
  const { steps } = await core.call('productDrafts.addProduct', { manifest, folder });
  const answer = {
    rail: resources.toSorted((a, b) => a.order - b.order).map((each) => each.kind),
    draft: draftKinds.map((each) => each.kind),
    pulled: pulled.kinds[kind],
    found: found.rows.map(({ key }) => key),
    problems: problems.problems
      .map(({ kind: of, key, rule }) => `${of} ${key ?? ''} ${rule}`)
      .sort(),
    counts: checked.counts,
    pushed,
    steps,
    service: service.state.all(collection).map(({ _id, ...record }) => record),
  };
  console.log(JSON.stringify(answer));
} finally {
  await core.close();
  await service.close();
}
