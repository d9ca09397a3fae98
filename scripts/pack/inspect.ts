import { getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { NtExecutable, NtExecutableResource } from 'resedit';
import type { System } from './stubElectron.ts';

export type Arch = 'x64' | 'arm64';

/** One packed program: its folder, system and machine. */
export interface Packed {
  readonly system: System;
  readonly arch: Arch;
  /** The folder of the unpacked program, or the `.app` of macOS. */
  readonly folder: string;
}

/** Largest allowed archive; a larger one is probably a mistake. */
const ARCHIVE_BYTES = 16 * 1024 * 1024;
const TOP = ['LICENSE', 'node_modules', 'out', 'package.json', 'resources'];
const NEEDED = ['/out/main/index.js', '/out/main/worker.js', '/out/main/listParserWorker.js', '/out/main/cli.js', '/out/preload/index.cjs', '/out/renderer/index.html', '/out/third-party.txt', '/resources/demo/catalogue.json', '/resources/demo/add-product/wardrobe.obj', '/resources/icons/png/512x512.png']; // prettier-ignore
const UNWANTED = /\.(map|ts|tsx|md|gyp|c|cc|h|log|env)$|\/(test|src|deps|bench)\//;
const ON = '1'.charCodeAt(0);
const SWITCHED_ON = new Set([
  FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  FuseV1Options.OnlyLoadAppFromAsar,
]);
const SWITCHES = [...SWITCHED_ON, FuseV1Options.EnableCookieEncryption, FuseV1Options.RunAsNode, FuseV1Options.EnableNodeOptionsEnvironmentVariable, FuseV1Options.EnableNodeCliInspectArguments, FuseV1Options.GrantFileProtocolExtraPrivileges]; // prettier-ignore

/** Returns the faults of a packed program; empty when it may be published. */
export async function inspect(packed: Packed): Promise<string[]> {
  const files = listPackage(archiveOf(packed), { isPack: false }).map((each) =>
    each.replaceAll('\\', '/'),
  );
  return [
    ...archiveFaults(packed, files),
    ...besideFaults(packed),
    ...(await switchFaults(packed)),
    ...sealFaults(packed),
  ];
}

/** Returns the path of the archive that holds the program. */
export function archiveOf(packed: Packed): string {
  return path.join(resourcesOf(packed), 'app.asar');
}

function resourcesOf({ system, folder }: Packed): string {
  return system === 'darwin'
    ? path.join(folder, 'Contents', 'Resources')
    : path.join(folder, 'resources');
}

function archiveFaults(packed: Packed, files: readonly string[]): string[] {
  const top = [...new Set(files.map((each) => each.split('/')[1] ?? ''))].sort();
  const bytes = fs.statSync(archiveOf(packed)).size;
  return [
    ...(top.join() === TOP.join() ? [] : [`holds ${top.join(', ')} instead of ${TOP.join(', ')}`]),
    ...NEEDED.filter((each) => !files.includes(each)).map((each) => `lacks ${each}`),
    ...files.filter((each) => UNWANTED.test(each)).map((each) => `holds ${each}`),
    ...(bytes <= ARCHIVE_BYTES ? [] : [`weighs ${bytes} bytes, more than ${ARCHIVE_BYTES}`]),
  ];
}

/**
 * Checks the files beside the archive.
 *
 * Only the database driver's binary of this machine may be there, because the integrity check does
 * not cover that folder.
 */
function besideFaults(packed: Packed): string[] {
  const folder = path.join(resourcesOf(packed), 'app.asar.unpacked');
  const files = fs
    .globSync('**', { cwd: folder, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(folder, path.join(each.parentPath, each.name)))
    .map((each) => each.replaceAll('\\', '/'));
  const wanted = `node_modules/better-sqlite3/prebuilds/${packed.system}-${packed.arch}.node`;
  return files.join() === wanted
    ? []
    : [`has ${files.join(', ')} beside its archive, not ${wanted} alone`];
}

async function switchFaults({ system, folder }: Packed): Promise<string[]> {
  const name = { linux: 'cabinet-desktop', win32: 'Cabinet.exe', darwin: '' }[system];
  const wire = await getCurrentFuseWire(path.join(folder, name));
  return SWITCHES.filter((each) => (Number(wire[each]) === ON) !== SWITCHED_ON.has(each)).map(
    (each) => `has the switch ${FuseV1Options[each]} the wrong way`,
  );
}

/**
 * Checks the archive digest that is stored in the program.
 *
 * macOS and Windows refuse an archive with another digest.
 */
function sealFaults(packed: Packed): string[] {
  if (packed.system === 'linux') return [];
  const header = getRawHeader(archiveOf(packed)).headerString;
  const seal = createHash('sha256').update(header).digest('hex');
  const kept = packed.system === 'darwin' ? macSeal(packed) : windowsSeal(packed);
  return kept.includes(seal) ? [] : ['carries no seal of its own archive'];
}

function macSeal({ folder }: Packed): string {
  return fs.readFileSync(path.join(folder, 'Contents', 'Info.plist'), 'utf8');
}

function windowsSeal({ folder }: Packed): string {
  const program = NtExecutable.from(fs.readFileSync(path.join(folder, 'Cabinet.exe')), {
    ignoreCert: true,
  });
  const entry = NtExecutableResource.from(program).entries.find(({ type }) => type === 'INTEGRITY');
  return entry === undefined ? '' : Buffer.from(entry.bin).toString('utf8');
}
