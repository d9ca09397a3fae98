import { createJSONStorage } from 'zustand/middleware';
import { isObject } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';

/** The text that this window last read or wrote, by store name. */
const ours = new Map<string, string>();

/**
 * Local storage that all windows share.
 *
 * A write stores only the parts that changed in this window. Changes that another window stored
 * meanwhile stay.
 */
export const keptStorage = createJSONStorage(() => ({
  getItem: (name: string) => {
    const text = disk()?.getItem(name) ?? null;
    if (text !== null) ours.set(name, text);
    return text;
  },
  setItem: (name: string, text: string) => {
    const before = ours.get(name);
    // Zustand writes on every change of a store, such as each typed letter, although the stored
    // part rarely changes.
    if (before === text) return;
    const storage = disk();
    storage?.setItem(name, joined(before, text, storage.getItem(name)));
    ours.set(name, text);
  },
  removeItem: (name: string) => disk()?.removeItem(name),
}));

/**
 * Returns the local storage; null when the browser forbids it.
 *
 * Without it, the arrangement of the window lasts as long as the page.
 */
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

/** Merges the changes of this window into the stored value (three-way merge). */
function withOurs(
  before: Json | undefined,
  now: Json | undefined,
  stored: Json | undefined,
): Json | undefined {
  if (JSON.stringify(before) === JSON.stringify(now)) return stored;
  if (!isObject(before) || !isObject(now) || !isObject(stored)) return now;
  // An emptied object stays empty: after a change of profile it must hold no record of the old
  // profile.
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
    // Unreadable stored text is ignored; it holds no work of the user.
    return undefined;
  }
}
