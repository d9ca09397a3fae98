import fs from 'node:fs';
import { AppError } from '#contract/errors.ts';

/** The entry of the writer's thread. */
export const findWorker = (): URL => find('worker');

/** The entry of the pages' thread. */
export const findPages = (): URL => find('listParserWorker');

/** The entry of the thread that reads models for the terminal. */
export const findModels = (): URL => find('modelWorker');

/** Beside this file as source, beside the entries or one folder up when built. */
function find(name: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`];
  const found = places
    .map((each) => new URL(each, import.meta.url))
    .find((each) => fs.existsSync(each));
  if (found === undefined)
    throw new AppError('internal', 'A part of Cabinet is missing: install or build it again.');
  return found;
}
