import { undo } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import { createElement } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Path } from '#contract/jsonNodes.ts';
import { parseNodes } from '#contract/jsonNodes.ts';
import { EditingContext, LARGE } from '../../../../src/renderer/src/fields/structure/editing.ts';
import type { Editing } from '../../../../src/renderer/src/fields/structure/editing.ts';
import {
  stateOf,
  takeText,
} from '../../../../src/renderer/src/fields/structure/model/jsonEditorState.ts';
import { layoutOf } from '../../../../src/renderer/src/fields/structure/model/layout.ts';
import { NO_SHAPE } from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import { useBrokenParts } from '../../../../src/renderer/src/fields/structure/useBrokenParts.ts';
import { useCellText } from '../../../../src/renderer/src/fields/structure/useCellText.ts';
import { useRowKeys } from '../../../../src/renderer/src/fields/structure/useRowKeys.ts';
import { useTextUndo } from '../../../../src/renderer/src/fields/structure/useTextUndo.ts';
import { page, useIn } from '../../hooks.ts';

/** Stands for the input that a key goes to. */
class Target {
  readonly dataset: Readonly<Record<string, string>>;
  constructor(dataset: Readonly<Record<string, string>>) {
    this.dataset = dataset;
  }
}
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', Target);

/** A key as an event for a hook; it tells whether it was taken. */
function pressed(key: string, more: object = {}) {
  const event = { key, ctrlKey: true, altKey: false, metaKey: false, shiftKey: false };
  return { ...event, target: null, preventDefault: () => {}, stopPropagation: () => {}, ...more };
}

/** The state of a structured field around a hook. */
function around(editing: Partial<Editing>) {
  const value: Editing = {
    kind: 'products',
    text: '',
    original: '',
    readOnly: false,
    mark: '.',
    kindsOf: () => [],
    edit: () => {},
    hold: () => {},
    brokenAt: () => null,
    ...editing,
  };
  return (child: ReactNode) => createElement(EditingContext, { value }, child);
}

describe('the JSON editor', () => {
  it('cannot undo into the text of another record', () => {
    const typed: string[] = [];
    const view = {
      state: stateOf('{"a": 1}', () => {}),
      setState(state: EditorState) {
        view.state = state;
      },
    };
    takeText(view, '{"b": 2}', (text) => typed.push(text));
    const isDone = undo({
      state: view.state,
      dispatch: (step) => {
        view.state = step.state;
      },
    });
    expect({ isDone, shown: view.state.doc.toString(), typed }).toEqual({
      isDone: false,
      shown: '{"b": 2}',
      typed: [],
    });
  });
});

describe('a part that is not valid JSON yet', () => {
  const begin = async (first: string) => {
    const state = { text: first };
    const use = await useIn(
      (text: string) =>
        useBrokenParts(text, (next) => {
          state.text = next;
        }),
      first,
    );
    return {
      state,
      now: use.now,
      act: async (step: (parts: ReturnType<typeof useBrokenParts>) => void) => {
        step(use.now());
        await use.use(state.text);
      },
    };
  };
  const a: Path = ['a'];

  it('is kept in the text of the field, which cannot be saved', async () => {
    const { state, now, act } = await begin('{"a": [1, {}], "b": 2}');
    await act(({ hold }) => hold(a, '[1, {'));
    expect(state.text).toBe('{"a": [1, {, "b": 2}');
    expect(now().text).toBe('{"a": [1, {}], "b": 2}');
    await act(({ write }) => write('{"a": [1, {}], "b": 3}'));
    expect(state.text).toBe('{"a": [1, {, "b": 3}');
    expect(now().brokenAt(a)).toBe('[1, {');
  });

  it('is written with its next valid text, and no other edit loses it', async () => {
    const { state, now, act } = await begin('{"a": [1], "b": 2}');
    await act(({ hold }) => hold(a, '[1'));
    expect(now().losesPart('{"b": 2}', null)).toBe(true);
    expect(now().losesPart('{"a": [1, 2], "b": 2}', a)).toBe(false);
    await act(({ write }) => write('{"a": [1, 2], "b": 2}'));
    expect(state.text).toBe('{"a": [1, 2], "b": 2}');
    expect(now().brokenAt(a)).toBeNull();
  });
});

describe('undo of a field in parts', () => {
  it('takes back one action at a time, and typing up to the loss of the focus', async () => {
    const state = { text: '0' };
    const { now, use } = await useIn(
      (text: string) =>
        useTextUndo(text, (next) => {
          state.text = next;
        }),
      state.text,
    );
    const act = async (step: (text: ReturnType<typeof useTextUndo>) => void) => {
      step(now());
      await use(state.text);
    };
    await act(({ edit }) => edit('moved', null));
    await act(({ edit }) => edit('moved twice', null));
    await act(({ edit }) => edit('t', 'cell'));
    await act(({ edit }) => edit('ty', 'cell'));
    await act(({ endStep }) => endStep());
    await act(({ edit }) => edit('typ', 'cell'));
    const shown: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await act(({ onKeyDown }) => onKeyDown(pressed('z') as unknown as KeyboardEvent));
      shown.push(state.text);
    }
    expect(shown).toEqual(['ty', 'moved twice', 'moved', '0']);
  });

  it('leaves the keys to an input whose text is not written yet', async () => {
    const texts: string[] = [];
    const { now, use } = await useIn<string, ReturnType<typeof useTextUndo>>(
      (text) => useTextUndo(text, (next) => texts.push(next)),
      'a',
    );
    now().edit('b', null);
    await use('b');
    const target = new Target({ uncommitted: 'true' });
    now().onKeyDown(pressed('z', { target }) as unknown as KeyboardEvent);
    expect(texts).toEqual(['b']);
  });
});

describe('a cell of a large text', () => {
  it('is written before another key acts on the field', async () => {
    const text = `["${'x'.repeat(LARGE)}"]`;
    const root = parseNodes(text);
    const node = root.type === 'list' ? (root.items[0] ?? null) : null;
    const written: (string | null)[] = [];
    const { now } = await useIn(
      () => useCellText(node, NO_SHAPE, (literal) => written.push(literal)),
      undefined,
      around({ text }),
    );
    now().onText('new');
    await Promise.resolve();
    const key = (given: string, ctrlKey = false) =>
      page.dispatchEvent(
        Object.assign(new Event('keydown'), { key: given, ctrlKey, altKey: false, metaKey: false }),
      );
    await vi.waitFor(() => expect(now().text).toBe('new'));
    key('w');
    expect(written).toEqual([]);
    key('s', true);
    expect(written).toEqual(['"new"']);
  });
});

describe('a row that is added to a map', () => {
  it('takes the focus wherever it stands', async () => {
    const object = (amount: number) => `{"kod": "A", "ilosc": ${amount}}`;
    const tableOf = (keys: readonly string[]) => {
      const text = `{${keys.map((key) => `"${key}": ${object(1)}`).join(', ')}}`;
      const [table] = layoutOf(parseNodes(text), NO_SHAPE, []).blocks;
      if (table?.type !== 'table') throw new Error('no table');
      return table;
    };
    const focused: string[] = [];
    const frame = {
      current: {
        querySelector: (place: string) =>
          place.includes('-1') ? null : { focus: () => focused.push(place) },
      } as unknown as HTMLElement,
    };
    const { now, use } = await useIn(
      (keys: readonly string[]) => useRowKeys(frame, tableOf(keys), 2),
      ['korpus', 'front'],
      around({}),
    );
    now().focus('blat', 0);
    await use(['korpus', 'front']);
    expect(focused).toEqual([]);
    await use(['korpus', 'blat', 'front']);
    expect(focused).toEqual(['[data-row="1"][data-column="0"]']);
  });
});
