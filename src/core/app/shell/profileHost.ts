import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import { events } from '#contract/events.ts';
import type { Emit, EventData, EventName } from '#contract/events.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import type { BackupInfo, DataFolder, DiagnosticPart, ProfileInfo } from '#contract/shell.ts';
import { profileBackups, removeProfile, requestRestore, withdrawRestore } from './maintenance.ts';
import { collectDiagnostics } from './diagnostics/collect.ts';
import { saveDiagnostics } from './diagnostics/save.ts';
import { describeProfile, profileNames } from './profileInfo.ts';
import { moveData, oldCopyOf, removeOldCopy } from '../../workspace/dataFolder/move.ts';
import { refuseProgram } from '../../workspace/dataFolder/program.ts';
import { decidedFolder } from '../nodePlatform.ts';
import { isWrite, Listeners } from '../coreApi.ts';
import type { Core } from '../coreApi.ts';
import { KeyedMutex } from '../../platform/keyedMutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThreadedCore } from '../threaded.ts';
import { profileFolder } from '../../workspace/profileFolder.ts';

/** Changes of profiles and their folder run one after the other, also after a failure. */
const TURN = 'profile';

/** Opens a profile with a reader and a writer; supplied by the shell. */
export type OpenProfile = (platform: Platform) => Promise<ThreadedCore>;

/**
 * The core of the open profile; windows stay connected while profiles change.
 *
 * Each profile has its own data, account and outbox.
 */
export class ProfileHost implements Core {
  #platform;
  readonly #open;
  readonly #listeners = new Listeners();
  #current: ThreadedCore | null = null;
  /** While profiles change, this is still the previous one. */
  #profile: string;
  readonly #turns = new KeyedMutex();
  #collected: readonly DiagnosticPart[] | null = null;
  #lastState: EventData<'sync.state'> | null = null;

  constructor(platform: Platform, open: OpenProfile) {
    this.#platform = platform;
    this.#profile = platform.profile;
    this.#open = open;
  }

  readonly on = this.#listeners.on;

  readonly dispatch: Dispatch = async (name, input, profile) => {
    const core = await this.#coreFor(name, profile);
    return core.dispatch(name, input);
  };

  readonly call = async <N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const core = await this.#coreFor(name);
    return core.call(name, input);
  };

  /**
   * Returns the open core after a pending change of profiles.
   *
   * Throws when a write was meant for another profile. That is the profile shown by the window, or
   * the one open at the call. A window may not know of the change yet.
   */
  async #coreFor(name: string, meant = this.#profile): Promise<ThreadedCore> {
    await this.#turns.over(TURN);
    if (isWrite(name)) this.#refuseInOther(meant);
    return this.#core();
  }

  #refuseInOther(meant: string): void {
    if (meant === this.#profile) return;
    throw new AppError(
      'state',
      `Not saved: another profile was opened in the meantime. Open ${meant} and try again.`,
      { why: why('profile-changed', { profile: meant }) },
    );
  }

  /** The folder of the open profile. */
  get folder(): string {
    return profileFolder(this.#platform.dataDir, this.profile);
  }

  get profile(): string {
    return this.#profile;
  }

  /**
   * Closes the open profile and opens another.
   *
   * When that fails, the previous one is opened again.
   */
  openProfile(name: string): Promise<void> {
    return this.#turns.take(TURN, () => this.#change(name));
  }

  async #change(name: string): Promise<void> {
    profileFolder(this.#platform.dataDir, name);
    const wasOpen = this.#current !== null;
    const old = this.#profile;
    if (wasOpen && old === name) return;
    await this.#stop();
    try {
      await this.#start(name);
    } catch (error) {
      if (wasOpen) await this.#start(old);
      throw error;
    }
  }

  async #stop(): Promise<void> {
    await this.#current?.close();
    this.#current = null;
  }

  async #start(name: string): Promise<void> {
    const core = await this.#open({ ...this.#platform, profile: name });
    this.#lastState = null;
    core.on('sync.state', (state) => {
      this.#lastState = state;
    });
    for (const event of Object.keys(events) as EventName[])
      core.on(event, (data) => this.#listeners.emit(event, data));
    this.#current = core;
    this.#profile = name;
  }

  /** Sends the last sync state to a window that has just opened. */
  readonly greet = (emit: Emit): void => {
    if (this.#lastState !== null) emit('sync.state', this.#lastState);
  };

  /** Returns the backups of the open profile, newest first. */
  backups(): BackupInfo[] {
    return profileBackups(this.#platform, this.profile);
  }

  /**
   * Restores a backup of the open profile and reopens it.
   *
   * When that fails, the profile is reopened unchanged.
   */
  restoreBackup(backup: string): Promise<void> {
    const { profile } = this;
    return this.#turns.take(TURN, async () => {
      this.#refuseInOther(profile);
      requestRestore(this.#platform, profile, backup);
      await this.#stop();
      try {
        await this.#start(profile);
      } catch (error) {
        // The request would fail at every start and keep the profile closed, for example on a full
        // disk.
        withdrawRestore(this.#platform, profile);
        await this.#start(profile);
        throw error;
      }
    });
  }

  /**
   * Collects the diagnostics of the open profile.
   *
   * They are kept, so that the saved file matches the shown one.
   */
  async diagnostics(): Promise<readonly DiagnosticPart[]> {
    this.#collected = await collectDiagnostics({ ...this.#platform, profile: this.profile });
    return this.#collected;
  }

  /**
   * Saves the last collected diagnostics.
   *
   * Throws `state` when none were collected.
   */
  async saveDiagnostics(to: string | null): Promise<Awaited<ReturnType<typeof saveDiagnostics>>> {
    if (this.#collected === null)
      throw new AppError('state', 'Diagnostics are collected and shown before they are saved.');
    return saveDiagnostics(this.#collected, to, this.#platform.clock.now());
  }

  /** Returns the data folder and the old copy that a move left. */
  dataFolder(): DataFolder {
    const { dataDir, disk, policy } = this.#platform;
    const fixed = decidedFolder(policy) !== null;
    return { folder: dataDir, fixed, old: oldCopyOf(disk.files, dataDir) };
  }

  /**
   * Moves the data of all profiles and reopens the open profile.
   *
   * After a failed move the profile is opened in its old place. `quiet` first ends every other
   * writer of the data. Throws `state` during a sync, before anything is closed or ended.
   */
  moveData(to: string, quiet: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.#turns.take(TURN, async () => {
      if (this.#lastState !== null && this.#lastState.running !== 'idle')
        throw new AppError(
          'state',
          'Cabinet is connected to the server right now. Stop it, or wait until it has finished.',
        );
      if (this.dataFolder().fixed) throw new AppError('state', 'Set by your administrator.');
      const { disk, dataDir, program = null, secrets } = this.#platform;
      refuseProgram(disk.files, program, to);
      await this.#stop();
      try {
        await quiet();
        const moved = await moveData(disk, dataDir, path.resolve(to), program);
        this.#platform = {
          ...this.#platform,
          dataDir: moved.to,
          secrets: secrets.movedTo?.(moved.to) ?? secrets,
        };
      } finally {
        await this.#start(this.#profile);
      }
    });
  }

  /** Removes the old copy that a move left. */
  removeOldData(asked: string): Promise<void> {
    // Runs after pending moves, because the data may be moving back into that folder.
    return this.#turns.take(TURN, async () => {
      removeOldCopy(this.#platform.disk.files, this.#platform.dataDir, asked);
    });
  }

  /** The data folder of all profiles; a move changes it. */
  get dataDir(): string {
    return this.#platform.dataDir;
  }

  /** Removes a profile that is not open, with all its data. */
  removeProfile(name: string, waiting: number): Promise<void> {
    // Runs after pending changes, because this profile may be opening.
    return this.#turns.take(TURN, async () => {
      if (name === this.profile)
        throw new AppError('state', 'This profile is open. Open another profile first.', {
          why: why('profile-open'),
        });
      await removeProfile(this.#platform, name, waiting);
    });
  }

  restart(): Promise<boolean> {
    return this.#core().restart();
  }

  async close(): Promise<void> {
    await this.#turns.over(TURN);
    await this.#stop();
  }

  #core(): ThreadedCore {
    if (this.#current !== null) return this.#current;
    throw new AppError('disconnected', 'No profile is open.');
  }

  /** Returns every profile on this computer with its account and pending changes. */
  profiles(): ProfileInfo[] {
    return profileNames(this.#platform)
      .flatMap((name) => describeProfile(this.#platform, name))
      .map((info) => ({ ...info, current: info.name === this.profile }));
  }
}
