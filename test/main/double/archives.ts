import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Simulates Electron in every thread: `node:fs` treats a file named `*.asar` as a folder,
// `original-fs` does not. The contents of a real archive are not simulated: the program must never
// look for a user's file in one.

const IN_ARCHIVE = /\.asar(?:$|[/\\])/i;
const TWO_PATHS = /^(?:rename|copyFile|link|symlink|cp)(?:Sync)?$/;

const copy = { ...fs, promises: { ...fs.promises } };
/** Its streams open files with these unpatched functions. */
const original: typeof fs = {
  ...copy,
  createReadStream: (file, options) =>
    copy.createReadStream(file, { ...optionsOf(options), fs: copy }),
  createWriteStream: (file, options) =>
    copy.createWriteStream(file, { ...optionsOf(options), fs: copy }),
};

function optionsOf<T extends object>(options: T | string | undefined): T | object {
  return typeof options === 'object' ? options : {};
}

function patch(module: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(module))
    if (typeof value === 'function' && /^[a-z]/.test(name))
      module[name] = new Proxy(value, {
        apply: (called, self, args: unknown[]): unknown => {
          for (const arg of args.slice(0, TWO_PATHS.test(name) ? 2 : 1)) refuseArchive(name, arg);
          return Reflect.apply(called, self, args);
        },
      });
}

function refuseArchive(name: string, place: unknown): void {
  if (typeof place !== 'string' && !Buffer.isBuffer(place) && !(place instanceof URL)) return;
  if (IN_ARCHIVE.test(String(place)))
    throw new Error(`electron: fs.${name} would take ${String(place)} for an archive`);
}

patch(fs);
patch(fs.promises);
syncBuiltinESMExports();

const builtin = process.getBuiltinModule.bind(process);
const withOriginal = (id: string) => (/^(?:node:)?original-fs$/.test(id) ? original : builtin(id));
process.getBuiltinModule = withOriginal;
