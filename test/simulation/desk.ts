import fs from 'node:fs';
import path from 'node:path';
import type { Platform } from '#core/platform/platform.ts';
import { openWriter } from '#core/app/writer.ts';
import type { Writer } from '#core/app/writer.ts';
import { memoryFolder } from '#test/support/memory.ts';
import { SimulatedDisk } from './disk.ts';
import { FIRST_NUMBER } from './numbered.ts';
import type { Oracle } from './oracle.ts';
import { chanceOf, mixSeed } from './random.ts';
import type { Chance } from './random.ts';
import { ACCOUNT, ADDRESS } from './service.ts';
import type { Wire } from './wire.ts';
import { Crash, Life, turns } from './world.ts';
import type { AtSeam, Seam, World } from './world.ts';

const PROFILE = 'default';
/** In memory, if it can be: a crash is made by copying files, not by the disk. */
export const scratch = memoryFolder();

/** How a life ended by itself. */
export interface Death {
  readonly how: 'kill' | 'power';
  readonly seam: Seam;
}

/** The means by which a weakness is planted into the core, for tests of the tests. */
export interface Plant {
  readonly onOpen?: (writer: Writer) => void;
  readonly beforeOpen?: (folder: string) => void;
  readonly platform?: (platform: Platform) => Platform;
}

/** The workstation: the real core on real files, started, killed and started again. */
export class SimulatedDesk {
  readonly root: string;
  writer: Writer | null = null;
  life: Life | null = null;
  disk: SimulatedDisk | null = null;
  /** Decides the result of a seam call; fault injectors replace it. */
  atSeam: AtSeam = () => null;
  readonly deaths: Death[] = [];
  readonly #world;
  readonly #wire;
  readonly #oracle;
  readonly #chance: Chance;
  readonly #secrets = new Map<string, string>();
  readonly #plant;
  #folders = 0;
  /** That of the files, by which a copy is told. */
  #number = FIRST_NUMBER;
  #ids = 0;

  constructor(
    world: World,
    wire: Wire,
    oracle: Oracle,
    options: { readonly seed: number; readonly template: string | null; readonly plant?: Plant },
  ) {
    this.#world = world;
    this.#wire = wire;
    this.#oracle = oracle;
    this.#chance = chanceOf(mixSeed(options.seed, 77));
    this.#plant = options.plant ?? {};
    this.root = fs.mkdtempSync(path.join(scratch, 'cabinet-sim-'));
    if (options.template !== null) fs.cpSync(options.template, this.dataDir, { recursive: true });
  }

  get dataDir(): string {
    return path.join(this.root, String(this.#folders));
  }

  get profileDir(): string {
    return path.join(this.dataDir, 'profiles', PROFILE);
  }

  /** Starts the program; returns its error if it could not start, otherwise null. */
  start(): unknown {
    this.#plant.beforeOpen?.(this.profileDir);
    const life = new Life(
      this.#world,
      (seam, count) => this.atSeam(seam, count),
      (how, seam) => this.#die(how, seam),
    );
    this.life = life;
    this.disk = new SimulatedDisk(life, this.#number);
    try {
      const platform = this.#platform(life, this.disk);
      this.writer = openWriter(this.#plant.platform?.(platform) ?? platform, () => undefined, true);
      this.#plant.onOpen?.(this.writer);
      this.#oracle.ws = this.writer.ws;
      return null;
    } catch (error) {
      this.writer = null;
      if (!(error instanceof Crash)) {
        life.alive = false;
        this.disk.abandon();
      }
      return error;
    }
  }

  /** Whether the life that was started is over, by a kill or a power cut. */
  isDead(): boolean {
    return this.life === null || !this.life.alive;
  }

  /** Clears the remains of a dead life; its last promises fail silently. */
  async bury(): Promise<void> {
    this.#oracle.ws = null;
    this.writer = null;
    await turns(4);
    this.disk?.abandon();
    await turns(2);
    this.life = null;
  }

  async close(): Promise<void> {
    const { writer, life } = this;
    if (writer === null || life === null) return;
    const closing = writer.close();
    const state = { open: true };
    const over = () => {
      state.open = false;
    };
    void closing.then(over, over);
    for (let i = 0; i < 4_000 && state.open && life.alive; i += 1) {
      await turns(2);
      if (state.open) this.#world.step();
    }
    if (!life.alive) return;
    await closing;
    life.alive = false;
    this.disk?.abandon();
    this.#oracle.ws = null;
    this.writer = null;
  }

  /** Copies the data of a program that is closed; gives where to. */
  copyData(): string {
    const copy = path.join(this.root, `copy-${this.#folders}`);
    fs.rmSync(copy, { recursive: true, force: true });
    fs.cpSync(this.dataDir, copy, { recursive: true });
    return copy;
  }

  /** A copy takes the place of the data of a program that is closed. */
  putBack(copy: string): void {
    this.#folders += 1;
    this.#number += 1n;
    fs.renameSync(copy, this.dataDir);
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  #die(how: 'kill' | 'power', seam: Seam): void {
    this.deaths.push({ how, seam });
    if (how === 'power') this.#world.booted = this.#world.time;
    const from = this.dataDir;
    this.#folders += 1;
    this.disk?.leaveTo(from, this.dataDir, how === 'power', this.#chance);
  }

  #platform(life: Life, disk: SimulatedDisk): Platform {
    return {
      dataDir: this.dataDir,
      profile: PROFILE,
      clock: life.clock(),
      random: {
        id: () => `00000000-0000-7000-8000-${(this.#ids += 1).toString(16).padStart(12, '0')}`,
        fraction: this.#chance.fraction,
      },
      secrets: {
        get: (name) => Promise.resolve(this.#secrets.get(name) ?? null),
        set: (name, value) => Promise.resolve(void this.#secrets.set(name, value)),
        remove: (name) => Promise.resolve(void this.#secrets.delete(name)),
      },
      disk,
      network: this.#wire.network(life),
      log: () => undefined,
    };
  }

  /** Signs in; the wire must be clear. */
  async signIn(): Promise<unknown> {
    return this.writer?.handlers['session.login']({ url: ADDRESS, ...ACCOUNT });
  }
}
