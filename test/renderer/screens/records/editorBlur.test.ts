import { expect, it, vi } from 'vitest';
import { onEditorBlur } from '../../../../src/renderer/src/screens/records/grid/editorKeys.ts';

/**
 * Returns the actions of a cell's editor when the focus leaves it.
 *
 * `to` is the new focus.
 */
function leftFor(to: EventTarget | null, editor: EventTarget & Element): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', { activeElement: to });
  onEditorBlur({ currentTarget: editor }, { keep: (after) => void asked.push(after) });
  vi.unstubAllGlobals();
  return asked;
}

const element = () => new EventTarget() as EventTarget & Element;

it('a cell that is left keeps its text', () => {
  expect(leftFor(element(), element())).toEqual(['away']);
  expect(leftFor(null, element())).toEqual(['away']);
});

it('half a number is not kept by who goes to another window for the rest of it', () => {
  const editor = element();
  // When another window gets the focus, browsers keep the cell as the active element of its page.
  expect(leftFor(editor, editor)).toEqual([]);
});
