import fs from 'node:fs';
import path from 'node:path';
import type { Fault } from '#reference/wire/faults.ts';
import { SETTLE } from '#test/support/editing.ts';
import { EMAILS, PROFILES } from './station.ts';
import { EMPTY, must, tagsOf } from './story.ts';
import type { Story } from './story.ts';

/** The actions of the user at a station, noted in its story. */
export class Acts {
  readonly #story;

  constructor(story: Story) {
    this.#story = story;
  }

  /** Waits until every replica of the services has the sent changes. */
  async wait(): Promise<void> {
    for (const each of this.#story.station.services) await each.settled();
    this.#story.station.clock.advance(2 * SETTLE);
  }

  /** Makes a fitting, with a file at times. */
  async create(n: number): Promise<void> {
    const tag = this.#story.tag();
    const profile = this.#story.open;
    const files = n % 3 === 0 ? [await this.#stage(tag)] : [];
    const made = this.#story.host.call('records.create', {
      kind: 'fittings',
      values: { kod: tag, name: tag, price: '2' },
      files: files.flatMap((file) => (file === null ? [] : [{ field: 'model', file }])),
    });
    const result = await this.#story.asked('create', made);
    if (result === null) this.#story.refused.add(tag);
    else this.#story.note(tag, 'create', profile);
  }

  async #stage(tag: string): Promise<string | null> {
    const file = path.join(this.#story.folder, `${tag}.obj`);
    fs.writeFileSync(file, `# ${tag}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`);
    const staged = await this.#story.asked(
      'stage',
      this.#story.host.call('files.stage', { path: file, kind: 'fittings' }),
    );
    return staged?.file ?? null;
  }

  /** Changes the fitting that is the profile's own. */
  async edit(): Promise<void> {
    const tag = this.#story.tag();
    const profile = this.#story.open;
    const result = await this.#story.asked(
      'edit',
      this.#story.host.call('records.update', {
        kind: 'fittings',
        ref: `F-${profile}`,
        values: { name: tag },
        files: [],
      }),
    );
    if (result === null) this.#story.refused.add(tag);
    else this.#story.note(tag, 'edit', profile);
  }

  #faultOf(n: number): Fault | null {
    const creations = { method: 'POST', path: /fitting/ };
    const changes = { method: 'PATCH', path: /fitting/ };
    const revoke = () => {
      for (const each of this.#story.station.services) each.revokeTokens();
    };
    const faults: readonly (Fault | null)[] = [
      null,
      { kind: 'lostAnswer', on: creations, nth: 1 },
      { kind: 'lostAnswer', on: changes, nth: 1 },
      { kind: 'unauthorized', on: { path: /fitting/ }, nth: 2 },
      { kind: 'hook', on: creations, nth: 1, hook: revoke },
      { kind: 'appliedStatus', status: 500, on: creations, nth: 1 },
      { kind: 'resetBefore', on: { path: /fitting/ }, nth: 1 },
      { kind: 'lostAnswer', on: { path: /upload/ }, nth: 1 },
    ];
    return faults[n % faults.length] ?? null;
  }

  /** Sends, while something goes wrong at times. */
  async push(n: number): Promise<void> {
    const fault = this.#faultOf(n);
    if (fault !== null) for (const each of this.#story.station.services) each.addFault(fault);
    await this.#story.asked(`push ${n % 8}`, this.#story.host.call('sync.push', { patience: 0 }));
    for (const each of this.#story.station.services) each.clearFaults();
  }

  /** Signs in at one of the services, as one of two people. */
  async login(n: number): Promise<void> {
    const service = n & 1;
    const email = EMAILS[(n >> 1) & 1] ?? EMAILS[0];
    const profile = this.#story.open;
    const url = this.#story.station.services[service]?.url ?? '';
    const account = { service, email };
    const done = await this.#story.asked(
      'login',
      this.#story.host.call('session.login', { url, email, password: 'demo' }),
    );
    if (done === null) return;
    const before = this.#story.profiles.get(profile)?.account ?? null;
    if (before === null)
      for (const deed of this.#story.deeds.values())
        if (deed.profile === profile && deed.goneAt === null) deed.account ??= account;
    if (before === null || before.service !== service || before.email !== email)
      this.#story.count('login: as another');
    this.#story.set({ account }, profile);
    // Most people read the catalogue at once.
    if ((n & 4) !== 0) await this.#story.asked('pull', this.#story.host.call('sync.pull', {}));
  }

  /** Goes to the other profile. */
  async switch(): Promise<void> {
    const next = PROFILES.find((name) => name !== this.#story.open) ?? 'default';
    this.#story.open = next;
    await this.#story.host.openProfile(next);
    if (!this.#story.profiles.has(next)) this.#story.profiles.set(next, EMPTY);
    this.#story.count('switch: yes');
  }

  /** Checks that a call made while a profile closes is done there or refused. */
  async unawaited(n: number): Promise<void> {
    const asked = n % 2 === 0 ? this.create(n) : this.edit();
    const left = n % 3 === 0 ? this.login(n) : this.switch();
    await Promise.all([asked, left]);
  }

  /** Restores a backup; the replaced work is set aside. */
  async restore(n: number): Promise<void> {
    const backups = this.#story.host.backups();
    const wanted = backups[n % Math.max(1, backups.length)];
    if (wanted === undefined) return;
    const profile = this.#story.open;
    const { operations } = await this.#story.host.call('outbox.list', {});
    const open = operations.flatMap(({ changes }) => tagsOf(changes));
    const done = await this.#story.asked(
      'restore',
      this.#story.host.restoreBackup(wanted.name).then(() => 1),
    );
    if (done === null) return;
    this.#story.noteBackups();
    const then = this.#story.backups.get(`${profile}/${wanted.name}`);
    must(then !== undefined, `backup ${wanted.name} is not known`);
    if (then === undefined) return;
    const { notices } = await this.#story.host.call('status.get', {});
    const told = notices.findLast(({ code }) => code === 'backup-put-back');
    must(
      told?.code === 'backup-put-back' && told.aside !== null,
      'nothing says what was set aside',
    );
    if (told?.code === 'backup-put-back' && told.aside !== null)
      this.#story.asides.push({ file: path.join(profile, told.aside), tags: open });
    for (const tag of this.#story.here.deeds) {
      const deed = this.#story.deeds.get(tag);
      if (deed !== undefined && !then.deeds.includes(tag))
        deed.goneAt = this.#story.station.wire.length;
    }
    for (const tag of then.deeds) {
      const deed = this.#story.deeds.get(tag);
      if (deed === undefined) continue;
      deed.goneAt = null;
      // Made again before anybody signed in.
      if (then.account === null && deed.account !== null && !this.#story.wasSent(tag))
        deed.account = null;
    }
    this.#story.set({ ...then, isRestored: true });
  }

  /** Removes a profile: never the open one, nor where more waits than the person was told. */
  async remove(n: number): Promise<void> {
    const name = PROFILES[n % 2] ?? 'default';
    const info = this.#story.host.profiles().find((each) => each.name === name);
    const waiting = (info?.waiting ?? 0) + (n % 5 === 4 ? 1 : 0);
    const done = await this.#story.asked(
      'remove',
      this.#story.host.removeProfile(name, waiting).then(() => 1),
    );
    must(done === null || (name !== this.#story.open && n % 5 !== 4), `${name} was removed`);
    if (done === null) return;
    this.#story.profiles.delete(name);
    for (const deed of this.#story.deeds.values())
      if (deed.profile === name) deed.goneAt = this.#story.station.wire.length;
    for (const key of this.#story.backups.keys())
      if (key.startsWith(`${name}/`)) this.#story.backups.delete(key);
  }

  /** Moves the data elsewhere. */
  async move(n: number): Promise<void> {
    this.#story.moves += 1;
    const from = this.#story.host.dataDir;
    const to = path.join(this.#story.folder, `moved-${this.#story.moves}`);
    const done = await this.#story.asked(
      'move',
      this.#story.host.moveData(to).then(() => 1),
    );
    must(this.#story.host.dataDir === (done === null ? from : to), 'the data are elsewhere');
    if (done === null || n % 2 === 0) return;
    await this.#story.host.removeOldData(from);
    this.#story.count('old data removed');
  }
}
