import i18next from 'i18next';
import { nameKey } from '#formats/model/names.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { lookOf } from '../model/intake.ts';
import type { GivenFile, Line, Standing } from '../model/intake.ts';
import { releaseFiles } from './copying.ts';

/** The most that one call takes. */
const AT_ONCE = 200;
const GONE: ReadonlySet<Standing> = new Set(['refused', 'out']);

/** Whether a model that is not queued yet may still want what was given with it. */
export function isModelLeft(lines: readonly Line[], done: ReadonlySet<string>): boolean {
  return lines.some(
    ({ file: { id, name }, standing }) =>
      lookOf(name) === 'model' && !done.has(id) && !GONE.has(standing),
  );
}

/**
 * Material lists and textures given with a model stay beside it, so that it can be shown whole. Their
 * copies are let go, unless a model waits for them.
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
 * One file of each name: folders of models often hold a `box.mtl` each, and a model means its own. Where its own
 * folder holds several, such as `oak/color.tif` and `steel/color.tif`, it tells them apart by their folders.
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

/** One model has no more of a name; where there are more, they are of many models. */
const MOST_ALIKE = 20;
/** The most letters that a name beside a model may have. */
const LONGEST_NAME = 500;

function nameFrom(own: readonly string[], file: GivenFile): string {
  return [...partsOf(file).slice(own.length), file.name].join('/').slice(-LONGEST_NAME);
}

/** How many folders lie between two: up to where they part, and down again. */
function wayTo(from: readonly string[], to: readonly string[]): number {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return from.length + to.length - 2 * shared;
}

function partsOf({ folder }: GivenFile): readonly string[] {
  return folder === '' ? [] : folder.split('/');
}
