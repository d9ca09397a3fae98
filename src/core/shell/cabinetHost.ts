import type { HandlersOf } from '#contract/rpc/table.ts';
import type { ShellProcedures } from '#contract/shell.ts';
import { sweepRemoved } from '../dataFolder/removed.ts';
import type { Platform } from '../platform.ts';
import { findWorker } from '../entries.ts';
import { openThreadedCore } from '../threaded.ts';
import type { ShellEmit } from './bridge.ts';
import { DEMO_PROFILE, DemoProfile } from './demoProfile.ts';
import type { DemoSetup } from './demoProfile.ts';
import { ProfileHost } from './profileHost.ts';

type Shared = Exclude<
  keyof ShellProcedures,
  'shell.info' | 'shell.pickFiles' | 'shell.pickFolder' | 'shell.saveFile' | 'shell.nameUndo'
>;

/** What every window's shell has in common: the profiles, the demo, and the core that is open. */
export interface CabinetHost {
  readonly core: ProfileHost;
  readonly handlers: Pick<HandlersOf<ShellProcedures>, Shared>;
  readonly close: () => Promise<void>;
}

/** Opens a profile for a shell that stays. Rejects with `busy` when another Cabinet writes to it. */
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
  const changed = () => emit('shell.profile', { name: core.profile });
  return {
    core,
    handlers: {
      ...profileHandlers(core, changed),
      ...dataHandlers(core, demoProfile, changed),
      'shell.restart': async () => ({ running: await core.restart() }),
      'shell.startDemo': async () => {
        await demoProfile.open(core);
        changed();
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

function profileHandlers(
  core: ProfileHost,
  changed: () => void,
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
      await core.openProfile(name);
      changed();
      return {};
    },
    'shell.removeProfile': async ({ name, waiting }) => {
      await core.removeProfile(name, waiting);
      return {};
    },
    'shell.backups': () => ({ backups: core.backups() }),
    'shell.restoreBackup': async ({ name }) => {
      await core.restoreBackup(name);
      changed();
      return {};
    },
  };
}

function dataHandlers(
  core: ProfileHost,
  demoProfile: DemoProfile,
  changed: () => void,
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
      // Its service writes to the data folder too.
      const wasDemo = await demoProfile.close();
      try {
        await core.moveData(to);
      } finally {
        if (wasDemo && core.profile === DEMO_PROFILE) await demoProfile.open(core);
      }
      changed();
      return core.dataFolder();
    },
    'shell.removeOldData': ({ folder }) => {
      core.removeOldData(folder);
      return core.dataFolder();
    },
  };
}
