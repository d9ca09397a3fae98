import fs from 'node:fs';
import path from 'node:path';
import type { Managed } from '#contract/managed.ts';
import type { Clock, Log } from '#core/platform/platform.ts';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  readonly setFeedURL: (feed: {
    readonly provider: 'generic';
    readonly url: string;
    readonly channel: string;
  }) => void;
  /** What it found; the fetching of it goes on by itself. */
  readonly checkForUpdates: () => Promise<{
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
  readonly on: (
    event: 'update-downloaded' | 'error',
    listener: (about: { readonly version?: string; readonly message?: string }) => void,
  ) => unknown;
}

export interface UpdateSetup {
  /** The company's decision; without one Cabinet never asks anybody about itself. */
  readonly policy: Managed['updates'];
  readonly platform: NodeJS.Platform;
  /** The folder of the packed program's resources. */
  readonly resources: string;
  readonly packaged: boolean;
  /** A person's work lies where the program is: an update takes that folder away. */
  readonly dataInProgram: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Loads electron-updater, which touches Electron the moment it is loaded. */
  readonly load: () => Promise<Updater>;
  /** A version has been fetched and will be there after the next start. */
  readonly ready: (version: string) => void;
  /** The computer is being shut down, or the person signs out. */
  readonly sessionEnd: AbortSignal;
}

/** Tells of the version that is ready once, and each page that is loaded later. */
export class ReadyUpdate {
  readonly #tell;
  #version: string | null = null;

  constructor(tell: (version: string) => void) {
    this.#tell = tell;
  }

  /** The updater says so again with every look. */
  readonly came = (version: string): void => {
    if (version === this.#version) return;
    this.#version = version;
    this.#tell(version);
  };

  get isThere(): boolean {
    return this.#version !== null;
  }

  readonly greet = (): void => {
    if (this.#version !== null) this.#tell(this.#version);
  };
}

const FIRST_MS = 30_000;
const EVERY_MS = 4 * 3_600_000;

/**
 * Looks for newer versions where the company said, until the signal aborts; a fetched one is put in
 * place when Cabinet is closed, never while it runs. Why it does not look is written in the log.
 */
export async function followUpdates(setup: UpdateSetup, signal: AbortSignal): Promise<void> {
  const { policy, clock, log } = setup;
  if (policy === undefined) return;
  const obstacle = obstacleOf(setup);
  if (obstacle !== null) return log('warn', `Cabinet does not update itself: ${obstacle}`);
  const updater = await setup.load();
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  // An installer that the system ends in the middle of its work leaves no program behind.
  setup.sessionEnd.addEventListener('abort', () => {
    updater.autoInstallOnAppQuit = false;
  });
  updater.setFeedURL({ provider: 'generic', ...policy });
  updater.on('update-downloaded', ({ version }) => setup.ready(version ?? ''));
  updater.on('error', ({ message }) => log('warn', `No update could be had: ${message ?? ''}`));
  for (let pause = FIRST_MS; ; pause = EVERY_MS) {
    await clock.sleep(pause, signal);
    if (signal.aborted) return;
    // The error is told by its event; the next look may succeed.
    await fetchNewest(updater).catch(() => undefined);
  }
}

// The fetching goes on by itself; that it failed is told by its event, and by a promise that is nobody's.
async function fetchNewest(updater: Updater): Promise<void> {
  const found = await updater.checkForUpdates();
  found?.downloadPromise?.catch(() => undefined);
}

/** A version is only taken where it takes nothing away, and the system or the updater checks who signed it. */
function obstacleOf({ packaged, dataInProgram, platform, resources }: UpdateSetup): string | null {
  if (!packaged) return 'it runs from its sources';
  if (dataInProgram) return 'the data lie in its own folder, which an update takes away';
  if (platform === 'darwin') return null;
  if (platform !== 'win32') return 'on Linux the packages of the system do that';
  const notes = path.join(resources, 'app-update.yml');
  const signed = fs.existsSync(notes) && /^publisherName:/m.test(fs.readFileSync(notes, 'utf8'));
  return signed ? null : 'this copy is not signed, so that an update could not be told from a fake';
}
