import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProblemFilter } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { openDesk, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const check = (desk: TestWorkstation) => desk.call('problems.check', {});
const list = async (desk: TestWorkstation, filter: ProblemFilter) =>
  (await desk.call('problems.list', filter)).problems;
const refs = async (desk: TestWorkstation, filter: ProblemFilter) =>
  (await list(desk, filter)).map(({ kind, id, rule, field }) => ({ kind, id, rule, field }));
const shown = async (desk: TestWorkstation, filter: ProblemFilter) =>
  (await desk.call('problems.fixes', { filter })).fixes;
const recordOf = async (desk: TestWorkstation, kind: Kind, ref: string) =>
  (await desk.call('records.get', { kind, ref })).record;
const stage = async (desk: TestWorkstation, kind: Kind, name: string, bytes: string | Buffer) =>
  (await desk.call('files.stage', { path: desk.file(name, bytes), kind })).file;

/** Sends a picture of a record; the service is then found without it. */
async function losePicture(
  desk: TestWorkstation,
  depot: string,
  kind: Kind,
  ref: string,
  field: string,
) {
  const file = await stage(desk, kind, 'a.png', PNG);
  await desk.call('records.update', { kind, ref, values: {}, files: [{ field, file }] });
  await desk.push();
  const stored = [(await recordOf(desk, kind, ref))[field]].flat().map(String).at(-1) ?? '';
  const names = fs.readdirSync(depot, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith(path.basename(stored))))
    fs.rmSync(path.join(depot, name));
  await check(desk);
  await desk.call('problems.checkFiles', { again: true });
  await check(desk);
}

describe('a fix of a file that the service does not hold', () => {
  it('leaves the picture that was given since the fault was found', async () => {
    const depot = tempFolder();
    const desk = await openDesk({ dataDir: depot });
    await losePicture(desk, depot, 'materials', 'H1145', 'PICFILE');
    const fixes = await shown(desk, { rules: ['file-not-held'], kinds: ['materials'] });
    expect(fixes).toHaveLength(1);
    const mine = await stage(desk, 'materials', 'b.png', Buffer.concat([PNG, Buffer.from([0])]));
    await desk.call('records.update', {
      kind: 'materials',
      ref: 'H1145',
      values: {},
      files: [{ field: 'PICFILE', file: mine }],
    });
    const { skipped } = await desk.call('problems.fix', { fixes });
    expect(skipped).toHaveLength(1);
    expect((await recordOf(desk, 'materials', 'H1145'))['PICFILE']).toEqual({ $file: mine });
  });

  it('is none where the list of pictures does not name the file any more', async () => {
    const depot = tempFolder();
    const desk = await openDesk({ dataDir: depot });
    await losePicture(desk, depot, 'fittings', 'ZAW-155', 'images');
    const fixes = await shown(desk, { rules: ['file-not-held'], search: 'zaw-155' });
    expect(fixes).toHaveLength(1);
    const mine = await stage(desk, 'fittings', 'b.png', Buffer.concat([PNG, Buffer.from([0])]));
    const images = [{ $file: mine }];
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: { images },
      files: [],
    });
    expect((await recordOf(desk, 'fittings', 'ZAW-155'))['images']).toEqual(images);
    const { skipped } = await desk.call('problems.fix', { fixes });
    expect(skipped).toMatchObject([{ why: 'no-fix' }]);
  });
});

describe('a fix that was shown', () => {
  const wrong = { rules: ['wrong-type'], kinds: ['fittings'] } satisfies ProblemFilter;

  it.each([
    ['would be another one', '9,90 zł', '9.90'],
    ['would take the place of another value', '8.90 PLN', '8.90'],
  ])('is left out and told where by now it %s', async (_what, price, mended) => {
    const desk = await openDesk();
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
    const priced = async (value: string) => {
      desk.service.state.patch('fittings', id, { price: value });
      await desk.pull();
      await check(desk);
    };
    await priced('8,90 zł');
    const fixes = await shown(desk, wrong);
    const change = { field: 'price', before: '8,90 zł', after: '8.90' };
    expect(fixes).toMatchObject([{ id, changes: [change] }]);
    await priced(price);
    expect(await desk.call('problems.fix', { fixes })).toMatchObject({
      group: null,
      queued: 0,
      skipped: [{ kind: 'fittings', id, field: 'price', why: 'changed' }],
    });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    const again = await shown(desk, wrong);
    expect(await desk.call('problems.fix', { fixes: again })).toMatchObject({ queued: 1 });
    expect(await recordOf(desk, 'fittings', id)).toMatchObject({ price: mended });
  });
});

describe('a hidden problem of a record that was made here', () => {
  const hidden = { rules: ['no-picture', 'no-model', 'price-zero'] } satisfies ProblemFilter;
  const made = (desk: TestWorkstation) => list(desk, { ...hidden, search: 'nowy' });

  async function hideNew() {
    const desk = await openDesk();
    const values = { kod: 'NOWY', name: 'NOWY', price: '0' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    await check(desk);
    const problems = await refs(desk, { ...hidden, search: 'nowy' });
    expect(problems).toHaveLength(3);
    await desk.call('problems.hide', { problems, reason: 'a sample' });
    await desk.push();
    await check(desk);
    return { desk, problems };
  }

  it('stays hidden with its reason when the record is sent, and after a restart', async () => {
    const { desk } = await hideNew();
    const reasons = async () =>
      (await list(desk, { ...hidden, hidden: true })).map((each) => each.hidden?.reason);
    expect(await made(desk)).toEqual([]);
    expect(await reasons()).toEqual(['a sample', 'a sample', 'a sample']);
    await desk.restart();
    await check(desk);
    expect(await made(desk)).toEqual([]);
    expect(await reasons()).toHaveLength(3);
  });

  it('is shown again under either of the ids of its record', async () => {
    const { desk, problems } = await hideNew();
    const [first, ...others] = problems;
    expect(await desk.call('problems.show', { problems: others })).toEqual({ shown: 2 });
    expect(await made(desk)).toHaveLength(2);
    const sent = await refs(desk, { ...hidden, hidden: true });
    expect(sent).toMatchObject([{ rule: first?.rule }]);
    await desk.call('problems.show', { problems: sent });
    await desk.restart();
    await check(desk);
    expect(await made(desk)).toHaveLength(3);
  });
});
