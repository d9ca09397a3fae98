import { localPath } from './localPath.ts';
import { managedInfo } from './managed.ts';
import { z } from './zod.ts';

const none = z.object({});

/** What a menu of the system can ask of the window. */
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
  'shortcuts',
  'outbox',
] as const;
export const commandSchema = z.enum(COMMANDS);
export type Command = z.infer<typeof commandSchema>;

export const shellInfo = z.object({
  shell: z.enum(['electron', 'browser']),
  /** As Node names it: `win32`, `darwin`, `linux`. */
  platform: z.string(),
  version: z.string(),
  /** The language of the system, such as `pl-PL`. */
  locale: z.string(),
  /** False where the system has no safe place: the sign-in then lasts until Cabinet is closed. */
  persistsSecrets: z.boolean(),
  managed: managedInfo,
  /** The profile that is open. */
  profile: z.string(),
});
export type ShellInfo = z.infer<typeof shellInfo>;

/** One service and one account, with its own catalogue and outbox. */
export const profileInfo = z.object({
  name: z.string(),
  url: z.string().nullable(),
  email: z.string().nullable(),
  records: z.number(),
  waiting: z.number(),
  /** The profile that is open now. */
  current: z.boolean(),
});
export type ProfileInfo = z.infer<typeof profileInfo>;

/** A copy of a profile's work, made by Cabinet itself. */
export const backupInfo = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  bytes: z.number(),
  /** The changes that had not been sent when it was made. */
  waiting: z.number(),
});
export type BackupInfo = z.infer<typeof backupInfo>;

/** One part of a diagnostics bundle, as it would be saved. */
export const diagnosticPart = z.object({ name: z.string(), text: z.string() });
export type DiagnosticPart = z.infer<typeof diagnosticPart>;

/** Where the data of Cabinet lie on this computer. */
export const dataFolder = z.object({
  folder: z.string(),
  /** The company decided where: it cannot be moved. */
  fixed: z.boolean(),
  /** The copy that a move left in the old place; null when there is none. */
  old: z.object({ folder: z.string(), bytes: z.number() }).nullable(),
});
export type DataFolder = z.infer<typeof dataFolder>;

const undoName = z.string().max(1000).nullable();

/** What a window can ask of the shell around it, beside the core's own procedures. */
export const shellProcedures = {
  'shell.info': { input: none, output: shellInfo },
  /** The system's dialog; extensions with or without a dot. An empty list means that it was left. */
  'shell.pickFiles': {
    input: z.object({ multiple: z.boolean(), extensions: z.array(z.string().max(16)).max(64) }),
    output: z.object({ paths: z.array(z.string()) }),
  },
  /** The system's dialog for a file to be written, which begins with a name; null when it was left. */
  'shell.saveFile': {
    input: z.object({ name: z.string().max(255) }),
    output: z.object({ path: z.string().nullable() }),
  },
  /** What Undo and Redo would do now, in the language of the window, for the system's menu; null: nothing. */
  'shell.nameUndo': {
    input: z.object({ undo: undoName, redo: undoName }),
    output: none,
  },
  /** Starts the writing half again after `shell.core` said that it is gone. */
  'shell.restart': { input: none, output: z.object({ running: z.boolean() }) },
  'shell.profiles': { input: none, output: z.object({ profiles: z.array(profileInfo) }) },
  /** Opens a profile in every window, made anew if there is none of that name. */
  'shell.openProfile': { input: z.object({ name: z.string() }), output: none },
  /**
   * Removes a profile with everything it kept; `waiting` is what the person was told would be lost.
   * Rejects with `state` when that is no longer so, or when the profile is the open one.
   */
  'shell.removeProfile': {
    input: z.object({ name: z.string(), waiting: z.number().int().min(0) }),
    output: none,
  },
  /** The backups of the open profile, the newest first. */
  'shell.backups': { input: none, output: z.object({ backups: z.array(backupInfo) }) },
  /** Puts a backup in place of the open profile's work, which is set aside and kept. */
  'shell.restoreBackup': { input: z.object({ name: z.string() }), output: none },
  /** Collects what support needs to know, without a secret, and keeps it for `shell.saveDiagnostics`. */
  'shell.diagnostics': { input: none, output: z.object({ parts: z.array(diagnosticPart) }) },
  /** Saves exactly what was collected last: as a file, or in base64 for a window that keeps downloads. */
  'shell.saveDiagnostics': {
    input: z.object({ to: localPath('write').nullable() }),
    output: z.object({ file: z.string().nullable(), data: z.base64().nullable() }),
  },
  'shell.dataFolder': { input: none, output: dataFolder },
  /** The system's dialog for a folder; null when it was left. */
  'shell.pickFolder': { input: none, output: z.object({ path: z.string().nullable() }) },
  /**
   * Moves the data of all profiles by a checked copy and one switch; the old folder keeps its copy.
   * Rejects with `state` while something is sent, with `busy`, `disk-full` or `invalid` as they are.
   */
  'shell.moveData': { input: z.object({ to: localPath('folder') }), output: dataFolder },
  /** Removes the copy that a move left in an old place, which a person was asked about. */
  'shell.removeOldData': { input: z.object({ folder: z.string() }), output: dataFolder },
  /** Opens the demo catalogue on a service inside this program: no account, no network. */
  'shell.startDemo': { input: none, output: none },
} as const;
export type ShellProcedures = typeof shellProcedures;

/** Every notice that a shell gives. */
export const shellEvents = {
  /** The computer slept and is back: what was on its way may be lost. */
  'shell.resumed': none,
  'shell.command': z.object({ command: commandSchema }),
  /** Another profile is open now: everything a window knows belongs to the old one. */
  'shell.profile': z.object({ name: z.string() }),
  'shell.notice': z.discriminatedUnion('code', [
    z.object({ code: z.literal('secrets-not-kept') }),
    /** A newer version is put in place when Cabinet is closed. */
    z.object({ code: z.literal('update-ready'), version: z.string() }),
  ]),
  /** The writing half of the core: `lost` is being started again, `gone` is not. */
  'shell.core': z.object({ state: z.enum(['running', 'lost', 'gone']) }),
} as const;
export type ShellEvents = typeof shellEvents;

/** The one object that the desktop's preload gives a window; `F` is the browser's `File`. */
export interface DesktopWindow<F> {
  readonly send: (frame: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Where a dropped file lies on the disk; empty for one that lies nowhere. */
  readonly pathOf: (file: F) => string;
}
