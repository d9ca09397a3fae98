import fs from 'node:fs';
import { AppError } from '#contract/errors.ts';

/** Returns the entry of the writer's thread. */
export const findWorker = (): URL => find('worker');

/** Returns the entry of the list parser thread. */
export const findPages = (): URL => find('listParserWorker');

/** Returns the entry of the thread that reads models for the terminal. */
export const findModels = (): URL => find('modelWorker');

/** Finds an entry beside this file, or one folder up in a build. */
function find(name: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`];
  const found = places
    .map((each) => new URL(each, import.meta.url))
    .find((each) => fs.existsSync(each));
  if (found === undefined)
    throw new AppError('internal', 'A part of Cabinet is missing. Install or build it again.');
  return found;
}
