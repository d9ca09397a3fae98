import fs from 'node:fs';
import { fetchAll } from './raw.ts';
import type { Plain } from './raw.ts';

/** Reads the catalogue as a small program would: all in memory, and in one JSON file. */
export async function ingest(url: string, file: string): Promise<void> {
  const all: Plain[] = [];
  await fetchAll(url, (records) => all.push(...records));
  fs.writeFileSync(file, JSON.stringify(all));
}

export function open(file: string): Plain[] {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Plain[];
}

/** Returns the first rows sorted by name. */
export function firstRows(all: readonly Plain[], count: number): Plain[] {
  const byName = (a: Plain, b: Plain) => (String(a['name']) < String(b['name']) ? -1 : 1);
  return [...all].sort(byName).slice(0, count);
}

export function search(all: readonly Plain[], text: string): Plain[] {
  return all.filter((record) => String(record['name']).toLowerCase().includes(text)).slice(0, 50);
}
