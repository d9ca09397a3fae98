// Packs Cabinet for every system with an Electron that holds no code, and checks the result. It
// checks the file list, native binary, fuses, integrity, size and licences. It also checks the
// desktop entries and the installation script of the Linux packages. Then it starts the terminal
// from the archive. Checks that need the real Electron run on machines that have it.
import { extractAll } from '@electron/asar';
import { Arch, build, Platform } from 'electron-builder';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import config from '../electron-builder.config.mjs';
import { buildIfStale, findNode, root } from './build.mjs';
import { archiveOf, inspect } from './pack/inspect.ts';
import type { Arch as ArchName, Packed } from './pack/inspect.ts';
import { linuxFaults, linuxPackageOf } from './pack/linuxPackages.ts';
import type { LinuxPackage } from './pack/linuxPackages.ts';
import { foreignTerms, parts, writeNotices } from './pack/licences.ts';
import { stubElectron } from './pack/stubElectron.ts';
import type { System } from './pack/stubElectron.ts';

const SYSTEMS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const;
const ARCHS: readonly ArchName[] = ['x64', 'arm64'];
const manifest = z.object({ version: z.string() });

buildIfStale();
const faults: string[] = [];
const all = parts();
for (const { name, version, licence } of foreignTerms(all))
  faults.push(`${name} ${version} comes under ${licence}`);
writeNotices(all);
console.log(`licences: ${all.length} parts`);

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-pack-'));
try {
  for (const system of Object.keys(SYSTEMS) as System[])
    for (const arch of ARCHS) {
      const { packed, packages } = await pack(system, arch);
      const found = await inspect(packed);
      if (system === 'linux') found.push(...packagesFaults(packages));
      if (system === process.platform && arch === process.arch) found.push(...starts(packed));
      const megabytes = (fs.statSync(archiveOf(packed)).size / 1e6).toFixed(1);
      console.log(`${system} ${arch}: ${found.length === 0 ? 'ok' : 'NOT ok'}, ${megabytes} MB`);
      faults.push(...found.map((each) => `${system} ${arch} ${each}`));
    }
} finally {
  fs.rmSync(scratch, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** A packed program, and the contents of its Linux packages. */
interface Attempt {
  readonly packed: Packed;
  readonly packages: readonly LinuxPackage[];
}

async function pack(system: System, arch: ArchName): Promise<Attempt> {
  const electronDist = path.join(scratch, 'electron', system);
  const output = path.join(scratch, `${system}-${arch}`);
  const file = path.join(root, 'node_modules', 'electron', 'package.json');
  stubElectron(
    electronDist,
    system,
    manifest.parse(JSON.parse(fs.readFileSync(file, 'utf8'))).version,
  );
  const packages: LinuxPackage[] = [];
  const kinds = system === 'linux' ? ['dir', 'AppImage', 'deb'] : ['dir'];
  await quietly(() =>
    build({
      targets: SYSTEMS[system].createTarget(kinds, Arch[arch]),
      // Making the packages needs tools that electron-builder downloads. Computing their options
      // does not.
      effectiveOptionComputed: (options) => {
        packages.push(linuxPackageOf(options));
        return Promise.resolve(true);
      },
      publish: 'never',
      projectDir: root,
      config: { ...config, electronDist, directories: { ...config.directories, output } },
    }),
  );
  const made = fs
    .readdirSync(output)
    .find((each) => each.includes('unpacked') || each.startsWith('mac'));
  if (made === undefined) throw new Error(`nothing was packed for ${system} ${arch}`);
  const inside = system === 'darwin' ? [made, 'Cabinet.app'] : [made];
  return { packed: { system, arch, folder: path.join(output, ...inside) }, packages };
}

function packagesFaults(packages: readonly LinuxPackage[]): string[] {
  const kinds = packages.map(({ kind }) => kind).toSorted();
  const whole = kinds.join() === 'AppImage,deb' ? [] : [`packages seen: ${kinds.join()}`];
  return [...whole, ...packages.flatMap(linuxFaults)];
}

/** Runs electron-builder without its output, which is printed only on a failure. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  const said: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = (chunk: string | Uint8Array) => said.push(String(chunk)) > 0;
  try {
    await work();
  } catch (error) {
    throw new Error(`${said.join('')}\n${String(error)}`, { cause: error });
  } finally {
    process.stdout.write = write;
  }
}

/** Checks that the terminal starts: it must open a profile and make both databases. */
function starts(packed: Packed): string[] {
  const folder = path.join(scratch, 'extracted');
  extractAll(archiveOf(packed), folder);
  const data = path.join(scratch, 'data');
  const terminal = path.join(folder, 'out', 'main', 'cli.js');
  const args = [terminal, '--data-dir', data, '--json', 'status'];
  const { status, stderr } = spawnSync(findNode(), args, { encoding: 'utf8', cwd: scratch });
  return status === 0 ? [] : [`does not start from its archive (exit ${status}): ${stderr}`];
}
