import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { DiagnosticPart } from '#contract/shell.ts';
import { readSignIn } from '../../../workspace/keptSecret.ts';
import { defaultDataDir } from '../../nodePlatform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { EXPIRED } from '../../../workspace/secretName.ts';
import { managedInfoOf } from '../managed.ts';
import { cabinetVersion } from '../version.ts';
import { checkDatabases } from './databases.ts';
import { diskState, systemState } from './computer.ts';
import { foldersOf } from './folders.ts';
import { readLog } from './logLines.ts';
import { outboxState, profileState, pullStates, requestStates } from './profile.ts';
import { codeOf } from './reduce.ts';
import { profileFolder } from '../../../workspace/profileFolder.ts';
import { closeStores, openStores } from '../../../workspace/readStores.ts';
import type { ReadStores } from '../../../workspace/readStores.ts';

/** The description inside the bundle, for its reader. */
const ABOUT = `Diagnostics of Cabinet

Everything here is built of numbers, times, and words that are part of the program.
There is no token, no password, no e-mail address, no record and none of its values,
no name of a file, a folder, a profile or a person, and no sentence of the service.

The service's address stands by its shape: scheme, kind of host, port, depth of the
path. Its fingerprint is the start of a hash of the origin: it tells whether two
bundles speak of one service, and confirms an address to whoever knows it already.
Requests stand by their route: ids are {id}, and what follows a question mark is gone.
Log lines stand by how they begin, with the codes in them.
Of the computer it has the system's name and version, language, time zone, the kind of
the file system, and permissions of the data folder. Where the managed file is not
obeyed, the places at fault stand by their names, without what was written there.
`;

type DiagnosticsSource = Pick<
  Platform,
  'clock' | 'dataDir' | 'disk' | 'policy' | 'profile' | 'secrets'
>;

/**
 * Collects the diagnostics of this computer without secrets.
 *
 * It reads while a writer works. A part that cannot be read contains its error code instead.
 */
export async function collectDiagnostics(
  place: DiagnosticsSource,
  collector: Collector = 'window',
): Promise<DiagnosticPart[]> {
  const { disk, dataDir, profile } = place;
  const folder = profileFolder(dataDir, profile);
  const of = (work: (stores: ReadStores) => unknown) => withStores(place, work);
  const found: readonly (readonly [string, () => unknown])[] = [
    ['program.json', () => programState(place, collector)],
    [
      'profile.json',
      () => of(async (stores) => profileState(stores, await signedIn(place, stores))),
    ],
    ['outbox.json', () => of(outboxState)],
    ['requests.json', () => of(requestStates)],
    ['reads.json', () => of(pullStates)],
    ['databases.json', () => checkDatabases(disk, folder)],
    ['folders.json', () => foldersOf(disk.files, dataDir, folder)],
  ];
  const parts: DiagnosticPart[] = [{ name: 'about.txt', text: ABOUT }];
  for (const [name, work] of found) parts.push({ name, text: await told(work) });
  const log = await told(() => readLog(disk.files, dataDir), String);
  return [...parts, { name: 'log.txt', text: log }];
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function told(work: () => unknown, print = asJson): Promise<string> {
  try {
    return print(await work());
  } catch (thrown) {
    return asJson({ unreadable: codeOf(thrown) });
  }
}

async function withStores(
  place: DiagnosticsSource,
  work: (stores: ReadStores) => unknown,
): Promise<unknown> {
  const stores = openStores(place);
  try {
    return await work(stores);
  } finally {
    closeStores(stores);
  }
}

async function signedIn(place: DiagnosticsSource, { meta }: ReadStores): Promise<boolean> {
  return meta.get(EXPIRED) === null && (await readSignIn(place, meta)) !== null;
}

/** The shell that collects; for a window, the program detects desktop or browser. */
export type Collector = 'terminal' | 'window';

function programState(place: DiagnosticsSource, collector: Collector): object {
  const { clock, dataDir, policy } = place;
  const { node, electron = null, chrome = null, napi = null } = process.versions;
  const { settings, fault, serviceOnly } = managedInfoOf(policy);
  const window = electron === null ? 'browser' : 'desktop';
  return {
    cabinet: cabinetVersion(),
    shell: collector === 'terminal' ? 'terminal' : window,
    collectedAt: new Date(clock.now()).toISOString(),
    versions: { node, napi, electron, chrome, sqlite: sqliteVersion() },
    system: systemState(),
    memoryMb: Math.round(os.totalmem() / 2 ** 20),
    dataFolder: path.resolve(dataDir) === defaultDataDir() ? 'the usual one' : 'another one',
    ...diskState(place),
    company: {
      decided: settings,
      serviceOnly,
      fileObeyed: fault === null,
      refusal: policy?.refusal ?? null,
    },
  };
}

function sqliteVersion(): string {
  const db = new Database(':memory:');
  try {
    return String(db.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    db.close();
  }
}
