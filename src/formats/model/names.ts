import type { ModelFacts, ModelFormat } from './types.ts';

const MODELS: Readonly<Record<string, ModelFormat>> = {
  '.obj': 'obj',
  '.dae': 'dae',
  '.fbx': 'fbx',
  '.wrl': 'wrl',
  '.e3d': 'e3d',
};

/** Returns a file's name without folders of any system: `C:\tex\dab.tga` becomes `dab.tga`. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** Returns the extension in lower case such as `.obj`; empty without one. */
export function extensionOf(name: string): string {
  const base = baseName(name);
  const dot = base.lastIndexOf('.');
  return dot === -1 ? '' : base.slice(dot).toLowerCase();
}

export function modelFormatOf(name: string): ModelFormat | null {
  return MODELS[extensionOf(name)] ?? null;
}

/**
 * Returns the key by which names are compared.
 *
 * It ignores folders, letter case, `%20` and the composition of letters.
 */
export function nameKey(name: string): string {
  return baseName(decoded(name)).normalize('NFC').toLowerCase();
}

/**
 * Returns the file that a name means.
 *
 * Among equal names, the one whose folders match best, then the one with the fewest folders.
 */
export function fileFor<T extends { readonly name: string }>(
  files: readonly T[],
  name: string,
): T | undefined {
  const key = nameKey(name);
  const asked = partsOf(name);
  const found = files
    .filter((each) => nameKey(each.name) === key)
    .map((file) => ({ file, parts: partsOf(file.name) }));
  const [best] = found.toSorted(
    (a, b) => shared(b.parts, asked) - shared(a.parts, asked) || a.parts.length - b.parts.length,
  );
  return best?.file;
}

function partsOf(name: string): readonly string[] {
  const parts = decoded(name).normalize('NFC').toLowerCase().split(/[/\\]/);
  return parts.filter((part) => part !== '' && part !== '.');
}

/** Returns the number of parts that two paths share at their ends. */
function shared(one: readonly string[], two: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < two.length && one.at(-1 - count) === two.at(-1 - count))
    count += 1;
  return count;
}

/** Returns the files that a model names but that are missing. */
export function missingFiles(facts: ModelFacts): readonly string[] {
  const lost = [...facts.libraries, ...facts.textures].filter((each) => !each.found);
  return [...new Set(lost.map((each) => baseName(decoded(each.name))))];
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
