import { localPath } from './localPath.ts';
import { managedInfo } from './managed.ts';
import { z } from './zod.ts';

const none = z.object({});

/** Commands of the system menu to the window. */
export const COMMANDS = [
  'settings',
  'add',
  'import',
  'export',
  'keep',
  'undo',
  'redo',
  'send',
  'refresh',
  'sync',
  'search',
  'palette',
  'help',
  'news',
  'log',
  'shortcuts',
  'outbox',
  'needsYou',
  'signIn',
] as const;
export const commandSchema = z.enum(COMMANDS);
export type Command = z.infer<typeof commandSchema>;

export const shellInfo = z.object({
  shell: z.enum(['electron', 'browser']),
  /** As Node names it: `win32`, `darwin`, `linux`. */
  platform: z.string(),
  version: z.string(),
  /** The system language, such as `pl-PL`. */
  locale: z.string(),
  /** False when the system has no secret store; the sign-in then lasts until Cabinet closes. */
  persistsSecrets: z.boolean(),
  managed: managedInfo,
  /** The open profile. */
  profile: z.string(),
});
export type ShellInfo = z.infer<typeof shellInfo>;

/** A profile: one service and one account, with its own catalogue and outbox. */
export const profileInfo = z.object({
  name: z.string(),
  url: z.string().nullable(),
  email: z.string().nullable(),
  records: z.number(),
  waiting: z.number(),
  /** The profile is open. */
  current: z.boolean(),
});
export type ProfileInfo = z.infer<typeof profileInfo>;

/** A backup of a profile's `work.db`, made by Cabinet. */
export const backupInfo = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  bytes: z.number(),
  /** The number of unsent changes in it. */
  waiting: z.number(),
});
export type BackupInfo = z.infer<typeof backupInfo>;

/** One part of a diagnostics bundle, as it would be saved. */
export const diagnosticPart = z.object({ name: z.string(), text: z.string() });
export type DiagnosticPart = z.infer<typeof diagnosticPart>;

/** The data folder on this computer. */
export const dataFolder = z.object({
  folder: z.string(),
  /** The company decided it; it cannot be moved. */
  fixed: z.boolean(),
  /** The old copy that a move left; null without one. */
  old: z.object({ folder: z.string(), bytes: z.number() }).nullable(),
});
export type DataFolder = z.infer<typeof dataFolder>;

/** How the desktop program works without a window. It belongs to the computer, not to a profile. */
export const background = z.object({
  /** Cabinet starts with the computer, without a window if it keeps running. */
  startWithComputer: z.boolean(),
  /** Cabinet goes on when its window is closed, while something is synced without a press. */
  keepRunning: z.boolean(),
});
export type Background = z.infer<typeof background>;
const backgroundAnswer = z.object({ settings: background.nullable() });

/** The longest report of an error in a window, in characters. */
export const LONGEST_REPORT = 4000;

/** A line of the log. */
export const logLine = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  level: z.enum(['info', 'warn', 'error']),
  text: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

const undoName = z.string().max(1000).nullable();

/** Procedures of the shell, besides those of the core. */
export const shellProcedures = {
  'shell.info': { input: none, output: shellInfo },
  /**
   * Opens the system's file dialog; an empty list means cancelled.
   *
   * Extensions may have a dot or not.
   */
  'shell.pickFiles': {
    input: z.object({ multiple: z.boolean(), extensions: z.array(z.string().max(16)).max(64) }),
    output: z.object({ paths: z.array(z.string()) }),
  },
  /** Opens the system's save dialog with a proposed name; null means cancelled. */
  'shell.saveFile': {
    input: z.object({ name: z.string().max(255) }),
    output: z.object({ path: z.string().nullable() }),
  },
  /**
   * Sets the labels of Undo and Redo in the system menu, in the window's language.
   *
   * Null means that there is no such action.
   */
  'shell.nameUndo': {
    input: z.object({ undo: undoName, redo: undoName }),
    output: none,
  },
  /** Answers `shell.leaving`: the page has passed on its typed text. */
  'shell.left': { input: none, output: none },
  /** Returns the settings of the background; null where the shell has none. */
  'shell.background': { input: none, output: backgroundAnswer },
  'shell.setBackground': { input: background.partial(), output: backgroundAnswer },
  /** Restarts the writer after `shell.core` reported it as gone. */
  'shell.restart': { input: none, output: z.object({ running: z.boolean() }) },
  'shell.profiles': { input: none, output: z.object({ profiles: z.array(profileInfo) }) },
  /** Opens a profile in every window; creates it when it does not exist. */
  'shell.openProfile': { input: z.object({ name: z.string() }), output: none },
  /**
   * Removes a profile with all its data.
   *
   * `waiting` is the number of pending changes that the user confirmed to lose. Rejects with
   * `state` when that number changed, or when the profile is open.
   */
  'shell.removeProfile': {
    input: z.object({ name: z.string(), waiting: z.number().int().min(0) }),
    output: none,
  },
  /** Returns the backups of the open profile, newest first. */
  'shell.backups': { input: none, output: z.object({ backups: z.array(backupInfo) }) },
  /**
   * Restores a backup of the open profile.
   *
   * The present `work.db` is set aside and kept.
   */
  'shell.restoreBackup': { input: z.object({ name: z.string() }), output: none },
  /** Collects the diagnostics without secrets and keeps them for `shell.saveDiagnostics`. */
  'shell.diagnostics': { input: none, output: z.object({ parts: z.array(diagnosticPart) }) },
  /**
   * Saves the last collected diagnostics.
   *
   * They are saved as a file, or returned in base64 for a window's download.
   */
  'shell.saveDiagnostics': {
    input: z.object({ to: localPath('write').nullable() }),
    output: z.object({ file: z.string().nullable(), data: z.base64().nullable() }),
  },
  /** Returns the newest lines of the log, newest first, without secrets. */
  'shell.log': { input: none, output: z.object({ lines: z.array(logLine) }) },
  /** Writes an unexpected error of a window to the log. */
  'shell.report': { input: z.object({ text: z.string().max(LONGEST_REPORT) }), output: none },
  'shell.dataFolder': { input: none, output: dataFolder },
  /** Opens the system's folder dialog; null means cancelled. */
  'shell.pickFolder': { input: none, output: z.object({ path: z.string().nullable() }) },
  /**
   * Moves the data of all profiles by a verified copy and one switch.
   *
   * The old folder keeps its copy. Rejects with `state` during a sync, and with `busy`, `disk-full`
   * or `invalid`.
   */
  'shell.moveData': { input: z.object({ to: localPath('folder') }), output: dataFolder },
  /** Removes the old copy of a move, after the user confirmed it. */
  'shell.removeOldData': { input: z.object({ folder: z.string() }), output: dataFolder },
  /** Opens the demo catalogue on a service inside this program; no account or network is needed. */
  'shell.startDemo': { input: none, output: none },
} as const;
export type ShellProcedures = typeof shellProcedures;

/** All events of a shell. */
export const shellEvents = {
  /** The computer woke from sleep; requests in flight may be lost. */
  'shell.resumed': none,
  'shell.command': z.object({ command: commandSchema }),
  /** The program is about to end: a page passes on its typed text and calls `shell.left`. */
  'shell.leaving': none,
  /** Another profile was opened; all data in the window belong to the old one. */
  'shell.profile': z.object({ name: z.string() }),
  'shell.notice': z.discriminatedUnion('code', [
    z.object({ code: z.literal('secrets-not-kept') }),
    /** A newer version is installed when Cabinet closes. */
    z.object({ code: z.literal('update-ready'), version: z.string() }),
  ]),
  /** The state of the writer: `lost` is restarting, `gone` is not. */
  'shell.core': z.object({ state: z.enum(['running', 'lost', 'gone']) }),
} as const;
export type ShellEvents = typeof shellEvents;

/** The object that the desktop preload gives to a window; `F` is the browser's `File`. */
export interface DesktopWindow<F> {
  readonly send: (frame: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Returns the local path of a dropped file; empty when it has none. */
  readonly pathOf: (file: F) => string;
}
