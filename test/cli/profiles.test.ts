import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { Desk, expectRefusal, queue, startService } from './support.ts';

const add = (name: string) => ['add', 'materials', '--set', `name=${name}`];
const folderOf = (desk: Desk, profile: string) => path.join(desk.dir, 'profiles', profile);

const profiles = z.strictObject({
  profiles: z.array(
    z.strictObject({
      name: z.string(),
      url: z.string().nullable(),
      email: z.string().nullable(),
      waiting: z.number(),
      records: z.number(),
    }),
  ),
});
const backups = z.strictObject({
  backups: z.array(
    z.strictObject({
      name: z.string(),
      at: z.iso.datetime(),
      bytes: z.number(),
      waiting: z.number(),
    }),
  ),
});

/** Returns a desk with a second profile, signed in to a service. */
async function withSecond(): Promise<Desk> {
  const desk = new Desk();
  const { url } = await startService();
  const args = ['login', '--url', url, '--email', 'admin@example.com', '--profile', 'second'];
  const login = await desk.run(args, { CABINET_PASSWORD: 'open-sesame-4711' });
  expect(login.exit).toBe(0);
  return desk;
}

describe('a profile that is not there', () => {
  it('is refused and not begun, and the ones that are there are named', async () => {
    const desk = await withSecond();
    for (const args of [['status'], ['sync'], add('Oak'), ['serve', '--no-open'], ['backups']])
      expectRefusal(
        await desk.json([...args, '--profile', 'secnod']),
        2,
        'not-found',
        /no profile secnod in .*There are: second\./,
      );
    expect(fs.existsSync(folderOf(desk, 'secnod'))).toBe(false);
    expect((await desk.json(['status', '--profile', 'second'])).exit).toBe(0);
  });
});

describe('cabinet profiles', () => {
  it('lists each with its account and what waits', async () => {
    const desk = await withSecond();
    expect((await desk.json(add('Oak'))).exit).toBe(0);
    const listed = (await desk.json(['profiles'])).json(profiles).profiles;
    expect(listed).toMatchObject([
      { name: 'default', url: null, waiting: 1 },
      { name: 'second', email: 'admin@example.com', waiting: 0 },
    ]);
    expect((await desk.run(['profiles'])).out).toMatch(/second +http.* admin@example\.com +0 +0/);
  });
});

describe('cabinet profile remove', () => {
  it('asks first, and deletes everything of the profile and nothing of another', async () => {
    const desk = await withSecond();
    const remove = ['profile', 'remove', 'second'];
    expectRefusal(await desk.json(remove), 2, 'invalid', /--yes to confirm: Delete the profile/);
    expect(fs.existsSync(folderOf(desk, 'second'))).toBe(true);
    expect((await desk.json(add('Oak'))).exit).toBe(0);
    expect((await desk.json([...remove, '--yes'])).exit).toBe(0);
    expect(fs.existsSync(folderOf(desk, 'second'))).toBe(false);
    expect(fs.globSync('secrets/*.sealed', { cwd: desk.dir })).toEqual([]);
    expect((await desk.json(['queue'])).json(queue).operations).toHaveLength(1);
    expectRefusal(await desk.json([...remove, '--yes']), 2, 'not-found', /no profile second/);
  });

  it('deletes unsent changes only where that is said as well', async () => {
    const desk = new Desk();
    expect((await desk.json(add('Oak'))).exit).toBe(0);
    const remove = ['profile', 'remove', 'default', '--yes'];
    expectRefusal(await desk.json(remove), 2, 'invalid', /--discard-unsent to delete 1 unsent/);
    expect((await desk.json(['queue'])).json(queue).operations).toHaveLength(1);
    expect((await desk.json([...remove, '--discard-unsent'])).exit).toBe(0);
    expect(fs.existsSync(folderOf(desk, 'default'))).toBe(false);
  });
});

describe('cabinet restore', () => {
  it('asks first, and puts a backup in the place of the work, which is kept', async () => {
    const desk = new Desk();
    for (const name of ['Oak', 'Ash']) expect((await desk.json(add(name))).exit).toBe(0);
    const listed = (await desk.json(['backups'])).json(backups).backups;
    expect(listed.map(({ waiting }) => waiting)).toEqual([2, 1]);
    const oldest = listed[1]?.name ?? '';
    expectRefusal(await desk.json(['restore', oldest]), 2, 'invalid', /--yes to confirm: Restore/);
    expect((await desk.json(['queue'])).json(queue).operations).toHaveLength(2);
    const restored = await desk.json(['restore', oldest, '--yes']);
    const { aside } = restored.json(z.strictObject({ restored: z.string(), aside: z.string() }));
    expect(fs.existsSync(path.join(folderOf(desk, 'default'), aside))).toBe(true);
    expect((await desk.json(['queue'])).json(queue).operations).toHaveLength(1);
    expectRefusal(await desk.json(['restore', 'none.db']), 2, 'not-found', /no backup none\.db/);
  });

  it('rolls a profile back that a newer Cabinet wrote', async () => {
    const desk = new Desk();
    expect((await desk.json(add('Oak'))).exit).toBe(0);
    const db = systemDisk.openDatabase(path.join(folderOf(desk, 'default'), 'work.db'));
    db.pragma('user_version = 9999');
    db.close();
    expectRefusal(await desk.json(['status']), 5, 'damaged', /a newer version of Cabinet/);
    const [backup] = (await desk.json(['backups'])).json(backups).backups;
    expect((await desk.json(['restore', backup?.name ?? '', '--yes'])).exit).toBe(0);
    expect((await desk.json(['queue'])).json(queue).operations).toHaveLength(1);
  });

  it('changes nothing while another Cabinet has the profile', async () => {
    const desk = new Desk();
    expect((await desk.json(add('Oak'))).exit).toBe(0);
    const [backup] = (await desk.json(['backups'])).json(backups).backups;
    await desk.core(async () => {
      const ran = await desk.json(['restore', backup?.name ?? '', '--yes']);
      expectRefusal(ran, 6, 'busy', /open in another Cabinet window/);
    });
    expect(fs.existsSync(path.join(folderOf(desk, 'default'), 'restore.request'))).toBe(false);
  });
});
