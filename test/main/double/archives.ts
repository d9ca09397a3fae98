import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// As Electron does in every thread: `node:fs` takes a file named `*.asar` for a folder, `original-fs` does not. What a
// real archive would answer is not modelled: no file of a person may be looked for in one.

const IN_ARCHIVE = /\.asar(?:$|[/\\])/i;
const TWO_PATHS = /^(?:rename|copyFile|link|symlink|cp)(?:Sync)?$/;

const copy = { ...fs, promises: { ...fs.promises } };
/** Its streams open files with the same functions, not with the patched ones. */
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
