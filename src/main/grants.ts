import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { NamedPath } from '#contract/localPath.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { callPaths } from '#core/app/shell/callPaths.ts';

/**
 * The paths that the user gave to one page by a drop or a system dialog.
 *
 * Calls of the page may name only these paths, even if its code is compromised.
 */
export class Grants {
  readonly #given = new Set<string>();
  readonly #targets = new Set<string>();
  readonly #homes = new Set<string>();

  /** Grants reading of a file, or of a folder with its content. */
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
    const text = `${other.path} was not dropped on this window or chosen in a dialog.`;
    throw new AppError('refused', `${other.place}: ${text} Choose it again.`);
  };

  #allows(name: string, { path: place, use }: NamedPath): boolean {
    // A relative path would depend on the folder in which the program was started.
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

  /**
   * Returns whether a granted JSON file lies in the folder.
   *
   * A granted manifest also grants the files beside it.
   */
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

/**
 * Returns whether a path stays inside a folder after links are resolved.
 *
 * A missing path counts as inside; the core reports it.
 */
function isInside(place: string, folder: string): boolean {
  const { files } = systemDisk;
  if (!files.existsSync(place)) return true;
  const way = path.relative(files.realpathSync(folder), files.realpathSync(place));
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}
