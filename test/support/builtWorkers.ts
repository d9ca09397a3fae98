import { built } from './built.ts';

// Tests get this module in place of `src/core/app/workerPaths.ts`. A thread that starts from the
// sources compiles some two hundred files first, which takes longer than most tests.

let isBuilt = false;

export const findWorker = (): URL => entry('worker');
export const findPages = (): URL => entry('listParserWorker');
export const findModels = (): URL => entry('modelWorker');

function entry(name: string): URL {
  const file = `main/${name}.js`;
  if (isBuilt) return new URL(`../../out/${file}`, import.meta.url);
  isBuilt = true;
  return built(file);
}
