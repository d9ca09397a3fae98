import { asAppError } from '#contract/errors.ts';
import type { HandlersOf } from '#contract/rpc/table.ts';
import type { ShellProcedures } from '#contract/shell.ts';
import { sweepRemoved } from '../../workspace/dataFolder/removed.ts';
import type { Log, Platform } from '../../platform/platform.ts';
import { findWorker } from '../workerPaths.ts';
import { openThreadedCore } from '../threaded.ts';
import type { ShellEmit } from './bridge.ts';
import { DEMO_PROFILE, DemoProfile } from './demoProfile.ts';
import type { DemoSetup } from './demoProfile.ts';
import { newestLogLines } from './fileLog.ts';
import { ProfileHost } from './profileHost.ts';
import { cabinetVersion } from './version.ts';

type Shared = Exclude<
  keyof ShellProcedures,
  | 'shell.info'
  | 'shell.pickFiles'
  | 'shell.pickFolder'
  | 'shell.saveFile'
  | 'shell.nameUndo'
  | 'shell.left'
  | 'shell.background'
  | 'shell.setBackground'
>;

/** The parts that every window's shell shares: profiles, the demo, and the open core. */
export interface CabinetHost {
  readonly core: ProfileHost;
  readonly handlers: Pick<HandlersOf<ShellProcedures>, Shared>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a profile for a long-running shell.
 *
 * Rejects with `busy` when another Cabinet writes to it.
 */
export async function openHost(
  platform: Platform,
  demo: Omit<DemoSetup, 'dataDir'>,
  emit: ShellEmit,
): Promise<CabinetHost> {
  const core = new ProfileHost(platform, (profile) =>
    openThreadedCore(profile, findWorker(), (state) => emit('shell.core', { state })),
  );
  sweepRemoved(platform.disk.files, platform.dataDir);
  const demoProfile = new DemoProfile({ ...demo, dataDir: () => core.dataDir });
  await core.openProfile(platform.profile);
  const telling = tellingOf(core, emit);
  return {
    core,
    handlers: {
      ...profileHandlers(core, telling),
      ...logHandlers(core, platform),
      ...dataHandlers(core, telling, (to) => moveAll(core, demoProfile, platform.log, to)),
      'shell.restart': async () => ({ running: await core.restart() }),
      'shell.startDemo': async () => {
        await telling(() => demoProfile.open(core));
        return {};
      },
    },
    close: async () => {
      await core.close();
      await demoProfile.close();
    },
  };
}

type Handlers = CabinetHost['handlers'];

/** Runs a change that may open another profile, then tells every window which one is open. */
type Telling = (change: () => Promise<void>) => Promise<void>;

function tellingOf(core: ProfileHost, emit: ShellEmit): Telling {
  let told = core.profile;
  const tell = () => {
    told = core.profile;
    emit('shell.profile', { name: told });
  };
  return async (change) => {
    try {
      await change();
    } catch (thrown) {
      // The change failed after another profile was opened; that one stays open.
      if (core.profile !== told) tell();
      throw thrown;
    }
    tell();
  };
}

function profileHandlers(
  core: ProfileHost,
  telling: Telling,
): Pick<
  Handlers,
  | 'shell.profiles'
  | 'shell.openProfile'
  | 'shell.removeProfile'
  | 'shell.backups'
  | 'shell.restoreBackup'
> {
  return {
    'shell.profiles': () => ({ profiles: core.profiles() }),
    'shell.openProfile': async ({ name }) => {
      await telling(() => core.openProfile(name));
      return {};
    },
    'shell.removeProfile': async ({ name, waiting }) => {
      await core.removeProfile(name, waiting);
      return {};
    },
    'shell.backups': () => ({ backups: core.backups() }),
    'shell.restoreBackup': async ({ name }) => {
      await telling(() => core.restoreBackup(name));
      return {};
    },
  };
}

function dataHandlers(
  core: ProfileHost,
  telling: Telling,
  move: (to: string) => Promise<void>,
): Pick<
  Handlers,
  | 'shell.diagnostics'
  | 'shell.saveDiagnostics'
  | 'shell.dataFolder'
  | 'shell.moveData'
  | 'shell.removeOldData'
> {
  return {
    'shell.diagnostics': async () => ({ parts: [...(await core.diagnostics())] }),
    'shell.saveDiagnostics': ({ to }) => core.saveDiagnostics(to),
    'shell.dataFolder': () => core.dataFolder(),
    'shell.moveData': async ({ to }) => {
      await telling(() => move(to));
      return core.dataFolder();
    },
    'shell.removeOldData': async ({ folder }) => {
      await core.removeOldData(folder);
      return core.dataFolder();
    },
  };
}

/** A page that fails again and again, also over reloads, must not replace the whole log. */
const [MOST_REPORTS, REPORTS_MS] = [50, 60_000];

function logHandlers(
  core: ProfileHost,
  { disk, log, clock }: Platform,
): Pick<Handlers, 'shell.log' | 'shell.report'> {
  let [since, reports, last] = [clock.monotonicMs(), 0, ''];
  return {
    'shell.log': () => ({ lines: newestLogLines(disk.files, core.dataDir) }),
    'shell.report': ({ text }) => {
      if (clock.monotonicMs() - since > REPORTS_MS) [since, reports] = [clock.monotonicMs(), 0];
      reports += 1;
      if (reports > MOST_REPORTS || text === last) return {};
      last = text;
      log('error', `An error in a window of Cabinet ${cabinetVersion()}: ${text}`);
      return {};
    },
  };
}

/**
 * Moves the data of all profiles and of the demo service.
 *
 * The demo service restarts when its profile is open.
 */
async function moveAll(
  core: ProfileHost,
  demoProfile: DemoProfile,
  log: Log,
  to: string,
): Promise<void> {
  let wasDemo = false;
  try {
    await core.moveData(to, async () => {
      wasDemo = await demoProfile.close();
    });
  } finally {
    if (wasDemo && core.profile === DEMO_PROFILE)
      // The data have moved already, so a failure here is only logged.
      await demoProfile.open(core).catch((thrown: unknown) => {
        log('error', `The demo did not go on behind a move: ${asAppError(thrown).message}`);
      });
  }
}
