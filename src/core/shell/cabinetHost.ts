import type { HandlersOf } from '#contract/rpc/table.ts';
import type { ShellProcedures } from '#contract/shell.ts';
import type { Platform } from '../platform.ts';
import { findWorker, openThreadedCore } from '../threaded.ts';
import type { ShellEmit } from './bridge.ts';
import { DemoProfile } from './demoProfile.ts';
import type { DemoSetup } from './demoProfile.ts';
import { sweepRemoved } from './care.ts';
import { ProfileHost } from './profileHost.ts';

type Shared = Exclude<
  keyof ShellProcedures,
  'shell.info' | 'shell.pickFiles' | 'shell.saveFile' | 'shell.nameUndo'
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
  sweepRemoved(platform);
  const demoProfile = new DemoProfile({ ...demo, dataDir: platform.dataDir });
  await core.openProfile(platform.profile);
  const changed = () => emit('shell.profile', { name: core.profile });
  return {
    core,
    handlers: {
      'shell.restart': async () => ({ running: await core.restart() }),
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
