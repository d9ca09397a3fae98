import fs from 'node:fs';
import path from 'node:path';
import type { Managed } from '#contract/managed.ts';
import type { Clock, Log } from '#core/platform/platform.ts';

/** The used part of electron-updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  readonly setFeedURL: (feed: {
    readonly provider: 'generic';
    readonly url: string;
    readonly channel: string;
  }) => void;
  /** Checks for an update; the download continues in the background. */
  readonly checkForUpdates: () => Promise<{
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
  readonly on: (
    event: 'update-downloaded' | 'error',
    listener: (about: { readonly version?: string; readonly message?: string }) => void,
  ) => unknown;
}

export interface UpdateSetup {
  /** The company's policy; without it Cabinet never checks for updates. */
  readonly policy: Managed['updates'];
  readonly platform: NodeJS.Platform;
  /** The resource folder of the packaged program. */
  readonly resources: string;
  readonly packaged: boolean;
  /** True when the user's data lie in the program folder, which an update removes. */
  readonly dataInProgram: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Loads electron-updater, which accesses Electron on import. */
  readonly load: () => Promise<Updater>;
  /** Called when a version is downloaded and will be installed at the next start. */
  readonly ready: (version: string) => void;
  /** Aborted when the computer shuts down or the user signs out. */
  readonly sessionEnd: AbortSignal;
}

/** Announces a downloaded version once, and again to each page loaded later. */
export class ReadyUpdate {
  readonly #tell;
  #version: string | null = null;

  constructor(tell: (version: string) => void) {
    this.#tell = tell;
  }

  /** The updater repeats this at each check. */
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
 * Checks for updates by the company's policy until the signal aborts.
 *
 * A downloaded version is installed when Cabinet closes, never while it runs. The log says why it
 * does not check.
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
  // An installer that the system kills midway would leave no program.
  setup.sessionEnd.addEventListener('abort', () => {
    updater.autoInstallOnAppQuit = false;
  });
  updater.setFeedURL({ provider: 'generic', ...policy });
  updater.on('update-downloaded', ({ version }) => setup.ready(version ?? ''));
  updater.on('error', ({ message }) => log('warn', `No update could be had: ${message ?? ''}`));
  for (let pause = FIRST_MS; ; pause = EVERY_MS) {
    await clock.sleep(pause, signal);
    if (signal.aborted) return;
    // The error event logs it; the next check may succeed.
    await fetchNewest(updater).catch(() => undefined);
  }
}

// The download continues in the background. Its failure is logged by the error event, so its
// rejected promise is ignored.
async function fetchNewest(updater: Updater): Promise<void> {
  const found = await updater.checkForUpdates();
  found?.downloadPromise?.catch(() => undefined);
}

/**
 * Returns why this copy must not update itself; null when it may.
 *
 * An update must remove no data, and its signature must be checked.
 */
function obstacleOf({ packaged, dataInProgram, platform, resources }: UpdateSetup): string | null {
  if (!packaged) return 'it runs from its sources';
  if (dataInProgram) return 'the data lie in its own folder, which an update takes away';
  if (platform === 'darwin') return null;
  if (platform !== 'win32') return 'on Linux the packages of the system do that';
  const notes = path.join(resources, 'app-update.yml');
  const signed = fs.existsSync(notes) && /^publisherName:/m.test(fs.readFileSync(notes, 'utf8'));
  return signed ? null : 'this copy is not signed, so that an update could not be told from a fake';
}
