import fs from 'node:fs';
import { z } from 'zod';

/** Options of electron-builder for an AppImage, right before it is made. */
const appImage = z.object({ desktop: z.string(), desktopFileName: z.string() });
/**
 * Options of electron-builder for a deb: the arguments of its tool, and the path of the desktop
 * entry.
 */
const deb = z.tuple([z.array(z.string()), z.string()]);

/** Contents of one Linux package before it is made. */
export interface LinuxPackage {
  readonly kind: 'AppImage' | 'deb';
  /** The text of its desktop entry. */
  readonly entry: string;
  /** The text of its installation script; an AppImage has none. */
  readonly install: string;
}

/** File name of the desktop program; the name `cabinet` belongs to the terminal. */
const PROGRAM = 'cabinet-desktop';
/** The program that each kind of package starts. */
const STARTS = { AppImage: 'AppRun', deb: `/opt/Cabinet/${PROGRAM}` } as const;

/** Reads electron-builder's options of a package; throws when their form is unknown. */
export function linuxPackageOf(computed: unknown): LinuxPackage {
  const image = appImage.safeParse(computed);
  if (image.success) return { kind: 'AppImage', entry: image.data.desktop, install: '' };
  const [words, file] = deb.parse(computed);
  const after = (word: string) => words.filter((_, at) => words[at - 1] === word);
  return {
    kind: 'deb',
    entry: fs.readFileSync(file, 'utf8'),
    install: after('--after-install')
      .map((each) => fs.readFileSync(each, 'utf8'))
      .join('\n'),
  };
}

/** Returns the faults of a Linux package: a start without the sandbox, or the terminal's name. */
export function linuxFaults({ kind, entry, install }: LinuxPackage): string[] {
  const starts = [...entry.matchAll(/^Exec=(.*)$/gm)].map(([, line = '']) => line);
  const links = [...install.matchAll(/\/usr\/bin\/[\w-]+/g)].map(([link]) => link);
  const foreign = links.filter(
    (each) => each.startsWith('/usr/bin/cabinet') && !each.endsWith(PROGRAM),
  );
  const wanted = `${STARTS[kind]} %U`;
  return [
    ...(starts.length > 0 ? [] : ['has no Exec line in its desktop entry']),
    ...starts
      .filter((each) => each !== wanted)
      .map((each) => `starts \`${each}\` instead of \`${wanted}\``),
    ...foreign.map((each) => `takes the terminal's name ${each}`),
  ].map((fault) => `${kind} ${fault}`);
}
