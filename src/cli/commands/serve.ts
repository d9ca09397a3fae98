import { z } from '#contract/zod.ts';
import { command, noArgs } from '../command.ts';
import { portFault } from '../demoService.ts';
import { EXIT } from '../exitCodes.ts';
import { port } from '../input/words.ts';
import { untilStopped } from '../interrupt.ts';
import { openBrowser } from '../openBrowser.ts';
import type { Shell } from '../shell.ts';
import { logOf, platformOf } from '../withCore.ts';

/** Options of the commands that run the browser shell. */
export const serveOptions = [
  { flags: '--port <N>', about: 'port to listen on; default: any free port' },
  { flags: '--no-open', about: 'only print the address' },
];
export const serveValues = z.object({ port: port.optional(), open: z.boolean().default(true) });

/** Runs the browser shell on this computer. */
export const serveCommand = command({
  usage: 'serve',
  about: 'Open Cabinet in the browser on this computer until you stop it.',
  example: 'cabinet serve --no-open',
  options: serveOptions,
  args: noArgs,
  values: serveValues,
  run: (shell, _args, values) => serveUntilStopped(shell, values),
});

/** Serves the profile, prints the address and waits until the user stops it. */
export async function serveUntilStopped(
  shell: Shell,
  values: z.output<typeof serveValues>,
): Promise<number> {
  const server = await start(shell, values.port);
  const stopped = untilStopped();
  shell.show({ url: server.url }, () => `Cabinet is open at ${server.url}`);
  const tidy = values.open ? openAndSay(shell, server.url) : () => {};
  const { logUncaught } = await import('#core/app/shell/fileLog.ts');
  const endLog = logUncaught(server.log);
  try {
    await stopped;
    await server.sendLast(() => shell.say('Sending changes. Press again to close now.'));
  } finally {
    tidy();
    await server.close();
    endLog();
  }
  return EXIT.done;
}

/**
 * Opens the browser and prints a hint.
 *
 * A sandboxed browser may be unable to read the file with the address.
 */
function openAndSay(shell: Shell, url: string): () => void {
  shell.say('If Cabinet does not appear in the browser, open the address above.');
  return openBrowser(url, () => shell.say('No browser could be opened. Open the address above.'));
}

async function start(shell: Shell, port: number | undefined) {
  const { startServe } = await import('#serve/serve.ts');
  const { dataDir, profile, policy } = shell;
  await platformOf(shell);
  try {
    return await startServe({ dataDir, profile, policy, port, log: logOf(shell) });
  } catch (error) {
    throw portFault(error, port ?? 0) ?? error;
  }
}
