import { app, crashReporter, session } from 'electron';
import { parseArgs } from 'node:util';
import { AppError, asAppError } from '#contract/errors.ts';
import type { Policy } from '#contract/managed.ts';
import { dataDirOf, overruled, startDirOf, systemDisk } from '#core/app/nodePlatform.ts';
import { fileLog, logUncaught, logUnexpected } from '#core/app/shell/fileLog.ts';
import { readManaged } from '#core/app/shell/managed.ts';
import { z } from '#contract/zod.ts';
import { say, sayNoWindow } from './boxes.ts';
import { Desktop } from './desktop.ts';
import type { DesktopPlace, Shown } from './desktop.ts';
import { denyPermissions, guardPages } from './guards.ts';
import { menuLanguage, showMenu } from './menu.ts';
import { programFile } from './programFile.ts';
import { programFolder } from './programFolder.ts';
import { registerScheme } from './protocol.ts';
import { refusalOf, refuse } from './refusal.ts';
import { separateShellFolder } from './shellFolder.ts';
import { limitSpelling } from './window.ts';

/** The data that a second instance sends to the first before it ends. */
const secondStart = z.object({ folder: z.string(), profile: z.string().optional() });
type SecondStart = z.infer<typeof secondStart>;

// These calls must come before Electron is ready. Crash reports go to the shell's folder.
separateShellFolder();
app.enableSandbox();
startDumps();
registerScheme();
// Windows shows notifications only of programs that it knows by this id.
if (process.platform === 'win32') app.setAppUserModelId('app.cabinet.desktop');

const asked = askedFor();
const { folder, profile } = asked;
const refusal = refusalOf(asked.words);
if (refusal !== null) refuse(refusal);
else if (app.requestSingleInstanceLock({ folder, profile } satisfies SecondStart)) live();
else app.quit();

/** Runs the program: one instance, one desktop, and everything saved before the end. */
function live(): void {
  let desktop: Desktop | null = null;
  const place = placeOrWhyNot(() => desktop?.dataDir);
  if (place instanceof AppError) return endWith(place);
  logUncaught(place.log);
  // Electron only warns of these, so the program goes on.
  process.on('unhandledRejection', (thrown) => logUnexpected(place.log, thrown));
  guardPages();
  let next: SecondStart | null = null;
  app.on('second-instance', (_event, _args, _folder, data) => {
    // Saving may take a while, and a window opened meanwhile could not save anything.
    if (desktop?.isClosing === true) {
      next = secondStart.safeParse(data).data ?? null;
      return;
    }
    desktop?.show();
    // A profile that cannot be opened shows its own message.
    void desktop?.shown().then(
      (shown) => tellOther(shown, data),
      () => {},
    );
  });
  app.on('activate', () => desktop?.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && desktop?.keepsRunning !== true) app.quit();
  });
  app.on('child-process-gone', (_event, { type, reason }) =>
    place.log('error', `A helper was lost (${type}): ${reason}`),
  );
  flushBeforeQuit(async () => {
    await desktop?.close();
    if (next !== null && desktop?.mayStartAgain === true) startAgain(next);
  });
  void app
    .whenReady()
    .then(() => {
      denyPermissions(session.defaultSession);
      limitSpelling(session.defaultSession);
      showMenu({ language: menuLanguage('system'), undo: null, redo: null, run: () => {} });
      desktop = new Desktop(place);
    })
    .catch((thrown: unknown) => endWith(asAppError(thrown)));
}

/**
 * Writes memory dumps of crashes when started with `--crash-dumps` for support.
 *
 * Off by default, because the memory holds the typed password and the token.
 */
function startDumps(): void {
  if (process.argv.includes('--crash-dumps')) crashReporter.start({ uploadToServer: false });
}

/** Restarts the program with the second instance's options after it has ended. */
function startAgain({ folder, profile }: SecondStart): void {
  const named = profile === undefined ? [] : [`--profile=${profile}`];
  const args = [...process.argv.slice(1), `--data-dir=${folder}`, ...named];
  const execPath = programFile();
  app.relaunch({ args, ...(execPath !== process.execPath && { execPath }) });
}

/** Shows why Cabinet cannot be opened, then quits. */
function endWith(error: AppError): void {
  void app.whenReady().then(() => {
    sayNoWindow(error, menuLanguage('system'));
    app.quit();
  });
}

/** Returns the open data folder; undefined before it is open. */
type ShownFolder = () => string | undefined;

function placeOrWhyNot(shown: ShownFolder): DesktopPlace | AppError {
  try {
    return placeOf(shown);
  } catch (thrown) {
    return asAppError(thrown);
  }
}

function placeOf(shown: ShownFolder): DesktopPlace {
  const { folder, given, profile = 'default', policy } = asked;
  const program = programFolder();
  const dataDir = dataDirOf(folder, policy, program);
  const log = fileLog(systemDisk.files, () => shown() ?? dataDir);
  for (const warning of [policy.fault, overruled(given, policy)])
    if (warning !== null) log('warn', warning);
  const startArgs = given === undefined ? [] : [`--data-dir=${given}`];
  return { dataDir, program, profile, log, policy, startArgs };
}

/** The options that Cabinet was started with. */
interface CommandLine {
  readonly folder: string;
  /** The folder given by the option or the environment variable. */
  readonly given: string | undefined;
  readonly profile: string | undefined;
  readonly policy: Policy;
  /** Arguments that belong to no option. */
  readonly words: readonly string[];
}

/** Parses the options; the data may have been moved away from that folder. */
function askedFor(): CommandLine {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(1),
    options: { 'data-dir': { type: 'string' }, profile: { type: 'string' } },
    allowPositionals: true,
    // Electron and Chromium have options of their own.
    strict: false,
  });
  const named = values['data-dir'] ?? process.env['CABINET_DATA_DIR'];
  const given = typeof named === 'string' ? named : undefined;
  const policy = readManaged();
  const folder = startDirOf(given, policy);
  const profile = typeof values.profile === 'string' ? values.profile : undefined;
  return { folder, given, profile, policy, words: positionals };
}

/** Shows a message when the open window has other data or another profile than requested. */
function tellOther(shown: Shown, data: unknown): void {
  const { folder, profile = shown.profile } = secondStart.safeParse(data).data ?? {};
  const isOther = folder !== undefined && folder !== asked.folder && folder !== shown.dataDir;
  if (isOther) say('otherData', shown, { shown: shown.dataDir, asked: folder });
  else if (profile !== shown.profile)
    say('otherProfile', shown, { shown: shown.profile, asked: profile });
}

/** Delays the end of the program until the core has saved everything. */
function flushBeforeQuit(flush: () => Promise<void>): void {
  let flushing: Promise<void> | null = null;
  let flushed = false;
  app.on('before-quit', (event) => {
    if (flushed) return;
    event.preventDefault();
    flushing ??= flush().finally(() => {
      flushed = true;
      app.quit();
    });
  });
}
