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
import type { Platform } from '../../platform/platform.ts';
import type { ThreadedCore } from '../threaded.ts';
import { profileFolder } from '../../workspace/profileFolder.ts';

/** Opens a profile in two halves; the shell says how. */
export type OpenProfile = (platform: Platform) => Promise<ThreadedCore>;

/**
 * The core of whichever profile is open: windows stay joined to it while profiles change under it.
 * Each profile has its own data, account and outbox.
 */
export class ProfileHost implements Core {
  #platform;
  readonly #open;
  readonly #listeners = new Listeners();
  #current: ThreadedCore | null = null;
  /** While profiles change this is still the one that is left. */
  #profile: string;
  #changing: Promise<unknown> = Promise.resolve();
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
   * The open core, once no change is under way. What is written was meant for the profile that a window shows, or
   * the one that was open when it was asked: a window may not have heard yet that another one is.
   */
  async #coreFor(name: string, meant = this.#profile): Promise<ThreadedCore> {
    await this.#changing;
    if (isWrite(name)) this.#refuseInOther(meant);
    return this.#core();
  }

  #refuseInOther(meant: string): void {
    if (meant === this.#profile) return;
    throw new AppError(
      'state',
      `Not saved: another profile was opened meanwhile. Open ${meant} and do it again.`,
      { why: why('profile-changed', { profile: meant }) },
    );
  }

  /** The folder of the profile that is open. */
  get folder(): string {
    return profileFolder(this.#platform.dataDir, this.profile);
  }

  get profile(): string {
    return this.#profile;
  }

  /** Closes the open profile and opens another; when that fails the old one is opened again. */
  openProfile(name: string): Promise<void> {
    return this.#inTurn(() => this.#change(name));
  }

  /** One change of profiles or of where they lie behind another, whatever came of that. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const change = this.#changing.then(work);
    this.#changing = change.catch(() => undefined);
    return change;
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

  /** Tells a window that has just opened what the others were told last. */
  readonly greet = (emit: Emit): void => {
    if (this.#lastState !== null) emit('sync.state', this.#lastState);
  };

  /** The backups of the open profile's work, the newest first. */
  backups(): BackupInfo[] {
    return profileBackups(this.#platform, this.profile);
  }

  /** Closes the open profile, puts a backup in place of its work, and opens it again: as it was, where that fails. */
  restoreBackup(backup: string): Promise<void> {
    const { profile } = this;
    return this.#inTurn(async () => {
      this.#refuseInOther(profile);
      requestRestore(this.#platform, profile, backup);
      await this.#stop();
      try {
        await this.#start(profile);
      } catch (error) {
        // Asked for at every start it would keep the profile shut, as on a disk without room for it.
        withdrawRestore(this.#platform, profile);
        await this.#start(profile);
        throw error;
      }
    });
  }

  /** What support needs to know of the open profile, without a secret; kept to be saved as it was shown. */
  async diagnostics(): Promise<readonly DiagnosticPart[]> {
    this.#collected = await collectDiagnostics({ ...this.#platform, profile: this.profile });
    return this.#collected;
  }

  /** Saves what was collected last. Throws `state` when nothing was. */
  async saveDiagnostics(to: string | null): Promise<Awaited<ReturnType<typeof saveDiagnostics>>> {
    if (this.#collected === null)
      throw new AppError('state', 'Diagnostics are collected and shown before they are saved.');
    return saveDiagnostics(this.#collected, to, this.#platform.clock.now());
  }

  /** Where the data lie, and what a move left behind. */
  dataFolder(): DataFolder {
    const { dataDir, disk, policy } = this.#platform;
    const fixed = decidedFolder(policy) !== null;
    return { folder: dataDir, fixed, old: oldCopyOf(disk.files, dataDir) };
  }

  /**
   * Closes the open profile, moves the data of all, and opens it again: in the new place, or where it
   * was when they could not be moved. `quiet` ends before that whatever else writes to the data. Throws `state`
   * while something is sent or read; then nothing was closed or ended.
   */
  moveData(to: string, quiet: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#lastState !== null && this.#lastState.running !== 'idle')
        throw new AppError(
          'state',
          'Cabinet is talking to the service. Stop it, or wait for its end.',
        );
      if (this.dataFolder().fixed)
        throw new AppError('state', "Decided by this workstation's administrator.");
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

  /** Removes the copy that a move left in the old place. */
  removeOldData(asked: string): Promise<void> {
    // The data may be on their way back into that very place.
    return this.#inTurn(async () => {
      removeOldCopy(this.#platform.disk.files, this.#platform.dataDir, asked);
    });
  }

  /** The folder of all profiles, which a move changes. */
  get dataDir(): string {
    return this.#platform.dataDir;
  }

  /** Removes a profile that is not open, with everything it kept. */
  removeProfile(name: string, waiting: number): Promise<void> {
    // Asked while that very profile is being opened, it is open when its turn comes.
    return this.#inTurn(async () => {
      if (name === this.profile)
        throw new AppError('state', 'This profile is open. Open another one first.', {
          why: why('profile-open'),
        });
      await removeProfile(this.#platform, name, waiting);
    });
  }

  restart(): Promise<boolean> {
    return this.#core().restart();
  }

  async close(): Promise<void> {
    await this.#changing;
    await this.#stop();
  }

  #core(): ThreadedCore {
    if (this.#current !== null) return this.#current;
    throw new AppError('disconnected', 'No profile is open.');
  }

  /** Every profile on this computer, with its account and what waits in it. */
  profiles(): ProfileInfo[] {
    return profileNames(this.#platform)
      .flatMap((name) => describeProfile(this.#platform, name))
      .map((info) => ({ ...info, current: info.name === this.profile }));
  }
}
