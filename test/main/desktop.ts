import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { events } from '#contract/events.ts';
import { procedures } from '#contract/procedures.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { connectTo } from '#contract/rpc/connect.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import { built, nativeLoad } from '#test/support/built.ts';
import type * as AppDouble from './double/app.ts';
import type * as ControlDouble from './double/control.ts';
import type * as PreventableDouble from './double/preventable.ts';
import type * as PartsDouble from './double/parts.ts';
import type * as TrayDouble from './double/tray.ts';
import type * as StrictDouble from './double/strict.ts';
import type * as WindowDouble from './double/window.ts';

type Double = typeof AppDouble &
  typeof PreventableDouble &
  typeof ControlDouble &
  typeof StrictDouble &
  typeof TrayDouble &
  typeof WindowDouble &
  typeof PartsDouble;

/** The built program, running on the fake Electron. */
export interface Program {
  readonly double: Double;
  readonly dataDir: string;
  readonly names: () => string[];
  readonly until: (done: () => boolean) => Promise<void>;
  readonly window: () => WindowDouble.Window;
  readonly page: () => ReturnType<typeof pageOf>;
  /** Drops a file or a folder on the window; the preload reports it. */
  readonly give: (place: string) => void;
  /** Chooses a folder in the system's dialog. */
  readonly choose: (folder: string) => Promise<void>;
}

/** Settings of a test; `words` are the command line arguments without an option. */
type Settings = typeof ControlDouble.control & {
  dataDir: string;
  execPath: string;
  words: string[];
};

/** Starts the built program once in this process; every test file has its own process. */
export function startProgram(settings: Partial<Settings> = {}): Program {
  const main = built('main/index.js');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-desktop-'));
  const {
    dataDir = path.join(folder, 'data'),
    execPath = process.execPath,
    words = [],
    ...rest
  } = settings;
  const double = loadDouble();
  Object.assign(double.control, {
    userData: path.join(folder, 'shell'),
    ...rest,
  });
  process.argv = ['cabinet', ...words, '--data-dir', dataDir, '--user-data-dir=elsewhere'];
  const names = () => double.calls.map(({ name }) => name);
  const program: Program = {
    double,
    dataDir,
    names,
    until: (done) => until(done, names),
    window: () => only(double.windows),
    page: () => pageOf(only(double.windows).contents),
    give: (place) => only(double.windows).contents.receive('cabinet:given', place),
    choose: async (folder) => {
      double.control.picked = [folder];
      await program.page().call('shell.pickFolder', {});
    },
  };
  afterAll(async () => {
    if (!names().includes('ended') && double.control.lock) {
      double.realApp.quit();
      await program.until(() => names().includes('ended'));
    }
    fs.rmSync(folder, { recursive: true, force: true });
  });
  process.execPath = execPath;
  nativeLoad(main);
  return program;
}

function loadDouble(): Double {
  const place = (name: string) => new URL(`./double/${name}.ts`, import.meta.url);
  nativeLoad(place('archives'));
  nativeLoad(place('register'));
  // Every thread of Electron reads files as the main thread does.
  process.env['NODE_OPTIONS'] = `--import=${place('archives').href}`;
  const parts = ['app', 'control', 'parts', 'preventable', 'strict', 'tray', 'window'].map((each) =>
    nativeLoad(place(each)),
  );
  return Object.assign({}, ...parts) as Double;
}

async function until(done: () => boolean, names: () => string[]): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!done()) {
    if (Date.now() > deadline) throw new Error(`never came to it: ${names().join(', ')}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length > 1) throw new Error(`${list.length} windows`);
  return first;
}

/**
 * Returns a page of the window; its messages go through the program's IPC, as the preload's would.
 */
function pageOf(contents: WindowDouble.Contents) {
  const channel: Channel = {
    send: (frame) => speak(contents, frame),
    onMessage: (listener) => contents.on('test-sent', listener),
    onClose: () => {},
  };
  return connectTo(channel, { ...procedures, ...shellProcedures }, { ...events, ...shellEvents });
}

/** Sends a message from a frame of the window; the default is the main frame of our page. */
export function speak(
  contents: WindowDouble.Contents,
  message: unknown,
  senderFrame: unknown = contents.mainFrame,
): void {
  contents.receive('cabinet:rpc', message, senderFrame);
}

/** Returns the texts that the program gave to the system to encrypt, without its test text. */
export function handedToSeal({ double }: Program): string[] {
  return double.calls
    .filter(({ name }) => name.startsWith('safeStorage.encrypt'))
    .map(({ args }) => String(args[0]))
    .filter((text) => text !== 'tried');
}
