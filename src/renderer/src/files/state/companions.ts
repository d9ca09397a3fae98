import i18next from 'i18next';
import { nameKey } from '#formats/model/names.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { lookOf } from '../model/intake.ts';
import type { GivenFile, Line, Standing } from '../model/intake.ts';
import { releaseFiles } from './copying.ts';

/** Maximum number of files in one call. */
const AT_ONCE = 200;
const GONE: ReadonlySet<Standing> = new Set(['refused', 'out']);

/** Returns whether a model that is not queued yet may still need its companions. */
export function isModelLeft(lines: readonly Line[], done: ReadonlySet<string>): boolean {
  return lines.some(
    ({ file: { id, name }, standing }) =>
      lookOf(name) === 'model' && !done.has(id) && !GONE.has(standing),
  );
}

/**
 * Keeps material lists and textures beside their model, so that it is shown whole.
 *
 * The staged copies are then released, unless another model still needs them.
 */
export async function keepCompanions(
  lines: readonly Line[],
  done: ReadonlySet<string>,
): Promise<void> {
  const given = lines.flatMap(({ file, standing }) => (standing === 'companion' ? [file] : []));
  if (given.length === 0) return;
  for (const { file } of lines)
    if (done.has(file.id) && lookOf(file.name) === 'model' && file.copy.state === 'kept')
      await keepBeside(file.copy.sha256, nearest(file, given)).catch(() =>
        toast(i18next.t('files.besideLost', { name: file.name }), null, 'bad'),
      );
  if (!isModelLeft(lines, done)) await releaseFiles(given);
}

async function keepBeside(sha256: string, given: readonly GivenFile[]): Promise<void> {
  const files = given.flatMap(({ name, copy }) =>
    copy.state === 'kept' ? [{ name, file: copy.staged }] : [],
  );
  for (let from = 0; from < files.length; from += AT_ONCE)
    await call('companions.put', { sha256, files: files.slice(from, from + AT_ONCE) });
}

/**
 * Returns the companions of a model, one for each name.
 *
 * Folders of models often hold a `box.mtl` each; the nearest one is used. When the model's own
 * folder holds several of one name, such as `oak/color.tif` and `steel/color.tif`, their folders
 * become part of the name.
 */
function nearest(model: GivenFile, given: readonly GivenFile[]): readonly GivenFile[] {
  const byName = Map.groupBy(given, ({ name }) => nameKey(name));
  const own = partsOf(model);
  return [...byName.values()].flatMap((some) => {
    const inside = some.filter((file) => own.every((part, at) => partsOf(file)[at] === part));
    if (inside.length > 1 && inside.length <= MOST_ALIKE)
      return inside.map((file) => ({ ...file, name: nameFrom(own, file) }));
    return some.toSorted((a, b) => wayTo(own, partsOf(a)) - wayTo(own, partsOf(b))).slice(0, 1);
  });
}

/** Maximum of equal names beside one model; more belong to many models. */
const MOST_ALIKE = 20;
/** Maximum length of a companion's name. */
const LONGEST_NAME = 500;

function nameFrom(own: readonly string[], file: GivenFile): string {
  return [...partsOf(file).slice(own.length), file.name].join('/').slice(-LONGEST_NAME);
}

/** Returns the number of steps between two folders, up to the common one and down. */
function wayTo(from: readonly string[], to: readonly string[]): number {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return from.length + to.length - 2 * shared;
}

function partsOf({ folder }: GivenFile): readonly string[] {
  return folder === '' ? [] : folder.split('/');
}
