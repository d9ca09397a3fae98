import type { ModelFacts, ModelFormat } from './types.ts';

const MODELS: Readonly<Record<string, ModelFormat>> = {
  '.obj': 'obj',
  '.dae': 'dae',
  '.fbx': 'fbx',
  '.wrl': 'wrl',
  '.e3d': 'e3d',
};

/** A file's name without folders, whichever system wrote it: `C:\tex\dab.tga` is `dab.tga`. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** `.obj`, in lower case; empty without one. */
export function extensionOf(name: string): string {
  const base = baseName(name);
  const dot = base.lastIndexOf('.');
  return dot === -1 ? '' : base.slice(dot).toLowerCase();
}

export function modelFormatOf(name: string): ModelFormat | null {
  return MODELS[extensionOf(name)] ?? null;
}

/** What two names are compared by: no folder, no letter case, `%20` and composed letters alike. */
export function nameKey(name: string): string {
  return baseName(decoded(name)).normalize('NFC').toLowerCase();
}

/** The files a model names that were not beside it. */
export function missingFiles(facts: ModelFacts): readonly string[] {
  const lost = [...facts.libraries, ...facts.textures].filter((each) => !each.found);
  return [...new Set(lost.map((each) => baseName(each.name)))];
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
