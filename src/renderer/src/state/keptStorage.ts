import { createJSONStorage } from 'zustand/middleware';
import { isObject } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';

/** What this window read or had to write last, by the name of its store. */
const ours = new Map<string, string>();

/**
 * The windows' own storage, written only where something of this window is another than it was. All windows have the
 * one: what another has written there since stays, wherever nothing was changed here.
 */
export const keptStorage = createJSONStorage(() => ({
  getItem: (name: string) => {
    const text = disk()?.getItem(name) ?? null;
    if (text !== null) ours.set(name, text);
    return text;
  },
  setItem: (name: string, text: string) => {
    const before = ours.get(name);
    // A store is written with every change of it, as with each letter that is typed, and most of them keep nothing.
    if (before === text) return;
    const storage = disk();
    storage?.setItem(name, joined(before, text, storage.getItem(name)));
    ours.set(name, text);
  },
  removeItem: (name: string) => disk()?.removeItem(name),
}));

/** Null where a browser keeps nothing for a page: what is arranged in it lasts as long as the page. */
function disk(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function joined(before: string | undefined, now: string, stored: string | null): string {
  if (before === undefined || stored === null || stored === before) return now;
  return JSON.stringify(withOurs(read(before), read(now), read(stored)));
}

/** What is stored, with what this window has changed. */
function withOurs(
  before: Json | undefined,
  now: Json | undefined,
  stored: Json | undefined,
): Json | undefined {
  if (JSON.stringify(before) === JSON.stringify(now)) return stored;
  if (!isObject(before) || !isObject(now) || !isObject(stored)) return now;
  // What was emptied is empty: after another profile was opened no record of the one before is.
  if (Object.keys(now).length === 0) return now;
  const names = new Set([...Object.keys(stored), ...Object.keys(now)]);
  const parts = [...names].flatMap((name): [string, Json][] => {
    const part = withOurs(before[name], now[name], stored[name]);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(parts);
}

function read(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // What cannot be read is nobody's work.
    return undefined;
  }
}
