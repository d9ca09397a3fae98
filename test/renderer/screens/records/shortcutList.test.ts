import { describe, expect, it } from 'vitest';
import { pressed, shortcuts } from '../../../../src/renderer/src/state/shortcuts.ts';
import type { Press, Shortcut, ShortcutId } from '../../../../src/renderer/src/state/shortcuts.ts';
import { onEditorKey } from '../../../../src/renderer/src/screens/records/grid/editorKeys.ts';
import { actOf } from '../../../../src/renderer/src/screens/records/grid/gridKeys.ts';
import type { GridAct } from '../../../../src/renderer/src/screens/records/grid/gridKeys.ts';

const inMiddle = { row: 5, last: 99, page: 20 };

/** Returns the key press of a line such as `Shift+Space`. */
function pressOf(keys: string): Press {
  const parts = keys.split('+');
  const main = parts.at(-1) ?? '';
  return {
    key: main === 'Space' ? ' ' : main.length === 1 ? main.toLowerCase() : main,
    code: '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
}

function shownIn(scope: Shortcut['scope']): readonly (Shortcut & { readonly id: ShortcutId })[] {
  return shortcuts.filter((line) => line.scope === scope);
}

/** The action of each shortcut in a list; null when the window handles it, not the list. */
const inList: Partial<Record<ShortcutId, Partial<GridAct> | null>> = {
  rows: { do: 'row', extend: false },
  cells: { do: 'column' },
  pages: { do: 'row', extend: false },
  ends: { do: 'row', extend: false },
  openPanel: { do: 'open' },
  editCell: { do: 'edit', typed: null },
  quickLook: { do: 'look' },
  select: { do: 'toggle' },
  selectMore: { do: 'row', extend: true },
  selectAll: { do: 'all' },
  copyCodes: { do: 'copy' },
  filterByValue: { do: 'filter' },
  removeRecords: { do: 'remove' },
  moveColumn: { do: 'moveColumn' },
  sizeColumn: { do: 'sizeColumn' },
  add: null,
  export: null,
  pasteBlock: null,
};

describe('the list of shortcuts', () => {
  it('shows what each key does in a list', () => {
    for (const { id, keys } of shownIn('grid')) {
      const does = inList[id];
      expect(does, `${id} is in the table of this test`).toBeDefined();
      for (const each of keys) {
        const act = actOf(pressOf(each), inMiddle);
        if (does === null) expect(act, each).toBeNull();
        else expect(act, each).toMatchObject(does ?? {});
      }
    }
  });

  it('leaves out no key that a list answers', () => {
    const named = ['Enter', ' ', 'Delete', 'Escape', 'F2', 'PageUp', 'PageDown', 'Home', 'End'];
    const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    const plain = [...named, ...arrows].map((key) => pressOf(key === ' ' ? 'Space' : key));
    const withCtrl = [...letters, ' '].map((key) => ({ ...pressOf(key), key, ctrlKey: true }));
    const missing = [...plain, ...withCtrl]
      .filter((press) => actOf(press, inMiddle) !== null)
      .filter((press) => !shortcuts.some(({ keys }) => keys.some((each) => pressed(press, each))));
    expect(missing).toEqual([]);
  });

  it('shows what each key does while a cell is edited', () => {
    const goes = { keepDown: 'down', keepUp: 'up', keepNext: 'next', keepPrevious: 'previous' };
    expect(shownIn('cell').map(({ id }) => id)).toEqual(Object.keys(goes));
    const done = shownIn('cell').map(({ id, keys }) => [id, keys.map(afterKey).join()]);
    expect(Object.fromEntries(done)).toEqual(goes);
    expect(afterKey('Ctrl+Enter')).toBe('send');
  });
});

/** Returns where an editor moves after a key. */
function afterKey(keys: string): string {
  let went = '';
  const event = { ...pressOf(keys), nativeEvent: {}, preventDefault: () => {} };
  onEditorKey(
    event as unknown as Parameters<typeof onEditorKey>[0],
    { overwrites: false },
    { keep: (after) => void (went = after), leave: () => void (went = 'left') },
  );
  return went;
}
