import fs from 'node:fs';
import path from 'node:path';
import { isObject, parseJson } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { byKind } from './kinds.ts';
import { startReference } from './server.ts';
import type { Reference, ReferenceOptions, SeedData } from './server.ts';

/** The account of the demo service. */
export const DEMO_ACCOUNT = { email: 'admin@example.com', password: 'demo' } as const;

/** Starts the service with the demo catalogue in `folder`. */
export function startDemo(
  folder: string,
  options: Omit<ReferenceOptions, 'seed' | 'seedFiles' | 'account'> = {},
): Promise<Reference> {
  return startReference({
    ...options,
    account: DEMO_ACCOUNT,
    seed: readCatalogue(folder),
    seedFiles: folder,
  });
}

function readCatalogue(folder: string): SeedData {
  const catalogue = parseJson(fs.readFileSync(path.join(folder, 'catalogue.json'), 'utf8'));
  return byKind((kind) => recordsOf(catalogue, kind));
}

function recordsOf(catalogue: JsonValue, name: string): JsonObject[] {
  const list = isObject(catalogue) ? catalogue[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
