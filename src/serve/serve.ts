import fs from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { Policy } from '#contract/managed.ts';
import type { Log, Platform } from '#core/platform/platform.ts';
import { nodePlatform, systemClock } from '#core/app/nodePlatform.ts';
import { sendBeforeQuit } from '#core/app/shell/lastSend.ts';
import type { ShellHandlers } from '#core/app/shell/bridge.ts';
import { openHost } from '#core/app/shell/cabinetHost.ts';
import type { CabinetHost } from '#core/app/shell/cabinetHost.ts';
import { findRenderer } from '#core/app/shell/findUpward.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { managedInfoOf } from '#core/app/shell/managed.ts';
import { cabinetVersion } from '#core/app/shell/version.ts';
import { Access } from './access.ts';
import { LIMITS } from './limits.ts';
import type { Limits } from './limits.ts';
import { listenOnLoopback } from './listen.ts';
import type { Listening } from './listen.ts';
import { Pages } from './pages.ts';
import { refusePaths, Windows } from './windows.ts';

export interface ServeOptions {
  readonly dataDir?: string | undefined;
  readonly profile?: string | undefined;
  /** 0 or undefined takes any free port. */
  readonly port?: number | undefined;
  readonly log: Log;
  /** The folder of the built page; by default the one beside this program. */
  readonly rendererDir?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** The company's policy; by default read from this computer's file. */
  readonly policy?: Policy | undefined;
}

/** A running browser shell. */
export interface Served {
  /**
   * The start address, which admits one browser once.
   *
   * It is a secret of the user.
   */
  readonly url: string;
  readonly port: number;
  /** Writes to the log file and to the log of the caller. */
  readonly log: Log;
  /** Sends what is ready, if the setting says `always`; calls `say` when that begins. */
  readonly sendLast: (say: () => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Serves a profile to a browser on this computer only.
 *
 * Throws `busy` when another Cabinet has the profile open, `not-found` when the page is not built.
 */
export async function startServe(options: ServeOptions): Promise<Served> {
  const rendererDir = options.rendererDir ?? findRenderer();
  if (rendererDir === null)
    throw new AppError('not-found', 'The pages of Cabinet are not built: run `npm run build`.');
  const limits = { ...LIMITS, ...options.limits };
  const platform = nodePlatform(options);
  let windows: Windows | null = null;
  const demo = { account: DEMO_ACCOUNT, start: startDemo };
  const host = await openHost(platform, demo, (name, data) => windows?.emit(name, data));
  try {
    const listening = await listenOnLoopback(options.port ?? 0, limits);
    const access = new Access(listening.port);
    const bridge = {
      core: Promise.resolve(host.core),
      shell: shellOf(host, platform),
      log: platform.log,
    };
    windows = new Windows(access, { ...bridge, guard: refusePaths }, limits);
    const pages = new Pages({
      core: host.core,
      access,
      rendererDir,
      incoming: incomingOf(host.core),
      limits,
      log: platform.log,
    });
    attach(listening, pages, windows);
    return served(listening, access, windows, { ...host, log: platform.log });
  } catch (thrown) {
    await host.close();
    throw thrown;
  }
}

/**
 * Returns a function that gives the folder for arriving files.
 *
 * The first call for a profile removes the rest of an earlier run.
 */
function incomingOf(core: { readonly folder: string }): () => string {
  const cleared = new Set<string>();
  const current = () => {
    const folder = path.join(core.folder, 'incoming');
    // An open profile belongs to this process only.
    if (!cleared.has(folder)) fs.rmSync(folder, { recursive: true, force: true });
    cleared.add(folder);
    return folder;
  };
  current();
  return current;
}

function attach(listening: Listening, pages: Pages, windows: Windows): void {
  for (const server of listening.servers) {
    server.on('request', (request, response) => pages.answer(request, response, listening.port));
    server.on('upgrade', (request, socket, head) =>
      windows.upgrade(request, socket, head, listening.port),
    );
  }
}

function served(
  listening: Listening,
  access: Access,
  windows: Windows,
  { core, log, close }: Pick<CabinetHost, 'core' | 'close'> & Pick<Served, 'log'>,
): Served {
  return {
    url: `http://127.0.0.1:${listening.port}/#token=${access.token}`,
    port: listening.port,
    log,
    sendLast: (say) =>
      sendBeforeQuit(core, {
        clock: systemClock,
        log,
        // Nobody may be looking at a browser.
        ask: () => Promise.resolve(false),
        show: () => {
          say();
          return new Promise(() => {});
        },
      }),
    close: async () => {
      windows.close();
      await listening.close();
      await close();
    },
  };
}

function shellOf(host: CabinetHost, { policy }: Platform): ShellHandlers {
  return {
    ...host.handlers,
    'shell.info': () => ({
      shell: 'browser',
      platform: process.platform,
      version: cabinetVersion(),
      locale: Intl.DateTimeFormat().resolvedOptions().locale,
      persistsSecrets: true,
      managed: managedInfoOf(policy),
      profile: host.core.profile,
    }),
    'shell.saveFile': () => {
      throw new AppError('refused', 'A window in a browser keeps files among its own downloads.');
    },
    // A browser has no menu of ours.
    'shell.nameUndo': () => ({}),
    'shell.left': () => ({}),
    // A browser neither starts with the computer nor stays without a window.
    'shell.background': () => ({ settings: null }),
    'shell.setBackground': () => ({ settings: null }),
    'shell.pickFiles': () => {
      throw new AppError('refused', 'A window in a browser opens its own dialog for files.');
    },
    'shell.pickFolder': () => {
      throw new AppError('refused', 'A window in a browser names no folders.');
    },
  };
}
