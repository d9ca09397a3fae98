import { createJSONStorage } from 'zustand/middleware';

/** The window's own storage, written only where it would hold something else than it does. */
export const keptStorage = createJSONStorage(() => ({
  getItem: (name: string) => localStorage.getItem(name),
  setItem: (name: string, text: string) => {
    // A store is written with every change of it, as with each letter that is typed, and most of them keep nothing.
    if (localStorage.getItem(name) !== text) localStorage.setItem(name, text);
  },
  removeItem: (name: string) => localStorage.removeItem(name),
}));
