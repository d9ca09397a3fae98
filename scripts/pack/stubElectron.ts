import fs from 'node:fs';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

export type System = 'linux' | 'win32' | 'darwin';

/**
 * The block in which Electron keeps its fuses: a mark, a version, a length. Electron's own tool
 * finds it in the same way.
 */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = '011001100';
const wire = Buffer.concat([
  Buffer.from(FUSE_MARK, 'latin1'),
  Buffer.from([1, FUSES.length]),
  Buffer.from(FUSES, 'latin1'),
]);

const HELPERS = ['', ' (Renderer)', ' (Plugin)', ' (GPU)'];

/**
 * Writes the few files of an unpacked Electron that electron-builder uses.
 *
 * The program inside cannot run. Archive, file list, fuses and update notes made from it are the
 * real ones.
 */
export function stubElectron(folder: string, system: System, version: string): void {
  const put = (relative: string, content: string | Buffer) => {
    const file = path.join(folder, relative);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content, { mode: 0o755 });
  };
  put('version', version);
  put('LICENSE', 'Electron');
  put('LICENSES.chromium.html', '<p>Chromium</p>');
  for (const language of ['en-US', 'pl', 'de']) put(`locales/${language}.pak`, '');
  if (system === 'linux') put('electron', wire);
  if (system === 'win32') put('electron.exe', Buffer.concat([emptyProgram(), wire]));
  if (system === 'darwin') putMac(put);
}

/**
 * Returns a Windows program without code; electron-builder writes the icon and the version into it.
 */
function emptyProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

function putMac(put: (relative: string, content: string | Buffer) => void): void {
  const app = 'Electron.app/Contents';
  const plist = (name: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleIdentifier</key><string>com.github.Electron</string></dict></plist>`;
  put(`${app}/Info.plist`, plist('Electron'));
  put(`${app}/MacOS/Electron`, '');
  const frameworks = `${app}/Frameworks`;
  const framework = `${frameworks}/Electron Framework.framework`;
  put(`${framework}/Electron Framework`, wire);
  for (const language of ['en', 'pl', 'de'])
    put(`${framework}/Versions/A/Resources/${language}.lproj/locale.pak`, '');
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`;
    put(`${frameworks}/${name}.app/Contents/Info.plist`, plist(name));
    put(`${frameworks}/${name}.app/Contents/MacOS/${name}`, '');
  }
}
