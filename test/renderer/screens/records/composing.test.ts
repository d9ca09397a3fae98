import { expect, it } from 'vitest';
import { onEditorKey } from '../../../../src/renderer/src/screens/records/grid/editorKeys.ts';

/** Returns the actions of a cell's editor at a key, with or without a running input method. */
function press(key: string, isComposing: boolean): readonly string[] {
  const done: string[] = [];
  const actions = {
    keep: (after: string) => void done.push(after),
    leave: () => void done.push('leave'),
  };
  const event = {
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    preventDefault: () => void done.push('prevented'),
    nativeEvent: { isComposing } as KeyboardEvent,
  };
  onEditorKey(event, { overwrites: true }, actions);
  return done;
}

it('the Enter that ends a composed word is not the one that keeps the cell', () => {
  expect(press('Enter', true)).toEqual([]);
  expect(press('Enter', false)).toEqual(['prevented', 'down']);
});

it('Escape and the arrows of an input method are its own', () => {
  expect(['Escape', 'Tab', 'ArrowDown', 'ArrowUp'].flatMap((key) => press(key, true))).toEqual([]);
  expect(press('Escape', false)).toEqual(['prevented', 'leave']);
  expect(press('ArrowDown', false)).toEqual(['prevented', 'down']);
});
