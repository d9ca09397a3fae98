import type { CabinetHost } from '#core/app/shell/cabinetHost.ts';

/**
 * Returns host handlers that wait until the host is open.
 *
 * The window exists before that.
 */
export function hostHandlers(host: Promise<CabinetHost>): CabinetHost['handlers'] {
  const open = async () => (await host).handlers;
  return {
    'shell.restart': async (input) => (await open())['shell.restart'](input),
    'shell.profiles': async (input) => (await open())['shell.profiles'](input),
    'shell.openProfile': async (input) => (await open())['shell.openProfile'](input),
    'shell.removeProfile': async (input) => (await open())['shell.removeProfile'](input),
    'shell.backups': async (input) => (await open())['shell.backups'](input),
    'shell.restoreBackup': async (input) => (await open())['shell.restoreBackup'](input),
    'shell.diagnostics': async (input) => (await open())['shell.diagnostics'](input),
    'shell.saveDiagnostics': async (input) => (await open())['shell.saveDiagnostics'](input),
    'shell.log': async (input) => (await open())['shell.log'](input),
    'shell.report': async (input) => (await open())['shell.report'](input),
    'shell.dataFolder': async (input) => (await open())['shell.dataFolder'](input),
    'shell.moveData': async (input) => (await open())['shell.moveData'](input),
    'shell.removeOldData': async (input) => (await open())['shell.removeOldData'](input),
    'shell.startDemo': async (input) => (await open())['shell.startDemo'](input),
  };
}
