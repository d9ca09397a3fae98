import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { NamedPath } from '#contract/localPath.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { callPaths } from '#core/app/shell/callPaths.ts';

/**
 * The paths that a person gave to one page: dropped on it, or chosen in a dialog of the system. A page may name these
 * and no others, whatever runs in it.
 */
export class Grants {
  readonly #given = new Set<string>();
  readonly #targets = new Set<string>();
  readonly #homes = new Set<string>();

  /** Grants reading of a file, or of a folder with all that is in it. */
  readonly give = (place: string): void => {
    if (path.isAbsolute(place)) this.#given.add(path.resolve(place));
  };

  /** Grants writing of one file. */
  readonly giveTarget = (place: string): void => void this.#targets.add(path.resolve(place));

  /** Grants moving the data to a folder. */
  readonly giveHome = (place: string): void => void this.#homes.add(path.resolve(place));

  /** Throws `refused` for a call that names any other path. */
  readonly guard = (name: string, input: unknown): void => {
    const other = callPaths(name, input).find((each) => !this.#allows(name, each));
    if (other === undefined) return;
    const text = `${other.path} was neither dropped on this window nor chosen in a dialog.`;
    throw new AppError('refused', `${other.place}: ${text} Choose it again.`);
  };

  #allows(name: string, { path: place, use }: NamedPath): boolean {
    // A relative one would lead from wherever the program was started.
    if (!path.isAbsolute(place)) return false;
    const whole = path.resolve(place);
    if (use === 'write') return this.#targets.has(whole);
    if (name === 'shell.moveData') return this.#homes.has(whole);
    return this.#mayRead(whole) || (use === 'folder' && this.#holdsManifest(whole));
  }

  #mayRead(place: string): boolean {
    if (this.#given.has(place)) return true;
    const above = parentsOf(place).find((each) => this.#given.has(each));
    return above !== undefined && isInside(place, above);
  }

  /** A manifest that was given alone is read with the files beside it. */
  #holdsManifest(folder: string): boolean {
    return Array.from(this.#given).some(
      (file) => path.dirname(file) === folder && path.extname(file).toLowerCase() === '.json',
    );
  }
}

function parentsOf(place: string): readonly string[] {
  const parent = path.dirname(place);
  return parent === place ? [] : [parent, ...parentsOf(parent)];
}

/** A link inside a folder must not lead out of it. What is not there leads nowhere: the core says so. */
function isInside(place: string, folder: string): boolean {
  const { files } = systemDisk;
  if (!files.existsSync(place)) return true;
  const way = path.relative(files.realpathSync(folder), files.realpathSync(place));
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}
