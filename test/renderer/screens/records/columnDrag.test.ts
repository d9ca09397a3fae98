import type { PointerEvent } from 'react';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { page, useIn } from '../../hooks.ts';

vi.stubGlobal('window', page);
/** The column heading under the pointer. */
const head = { closest: () => ({ dataset: { column: 'price' } }) };
vi.stubGlobal('document', { elementsFromPoint: () => [head] });
const { useColumnDrag } =
  await import('../../../../src/renderer/src/screens/records/grid/useColumnDrag.ts');

afterAll(() => vi.unstubAllGlobals());

const [PRESSED, FREE] = [1, 0];

function pointer(clientX: number, buttons: number): PointerEvent {
  const currentTarget = { setPointerCapture: () => {} };
  return {
    button: 0,
    buttons,
    clientX,
    clientY: 0,
    pointerId: 1,
    currentTarget,
  } as unknown as PointerEvent;
}

describe('a column that is moved by its head', () => {
  it('goes with the pointer to another head', async () => {
    const moved: string[] = [];
    const drag = await useIn(useColumnDrag, (id: string, target: string) => {
      moved.push(`${id} to ${target}`);
    });
    const { onPointerDown, onPointerMove, onPointerUp } = drag.now().handlers('name');
    onPointerDown(pointer(100, PRESSED));
    onPointerMove(pointer(140, PRESSED));
    await vi.waitFor(() => expect(drag.now()).toMatchObject({ moving: 'name', target: 'price' }));
    onPointerUp(pointer(140, FREE));
    expect(moved).toEqual(['name to price']);
    await vi.waitFor(() => expect(drag.now().moving).toBeNull());
  });

  it('stays where the button was let go beside the heads', async () => {
    const drag = await useIn(useColumnDrag, () => {});
    const { onPointerDown, onPointerMove } = drag.now().handlers('name');
    onPointerDown(pointer(100, PRESSED));
    onPointerMove(pointer(140, FREE));
    await drag.use(() => {});
    expect(drag.now()).toMatchObject({ moving: null, target: null });
  });
});
