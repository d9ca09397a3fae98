import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '../../../../src/renderer/src/state/toasts.ts';
import { page, useIn } from '../../hooks.ts';
import { settle } from '../../support.ts';

vi.stubGlobal('window', page);
const { useTypedName } =
  await import('../../../../src/renderer/src/screens/review/home/useTypedName.ts');

let saved: string[] = [];
let broken = false;

beforeEach(() => {
  saved = [];
  broken = false;
});

function rename(name: string): Promise<void> {
  saved.push(name);
  return broken ? Promise.reject(new Error('the disk is full')) : Promise.resolve();
}

const naming = () => useIn((name: string) => useTypedName(name, rename), 'Autumn');

describe('the new name of a review', () => {
  it('is saved when a key leads away from it', async () => {
    const box = await naming();
    box.now().type(' Winter ');
    await box.leave();
    expect(saved).toEqual(['Winter']);
  });

  it('is saved when the window is closed over it', async () => {
    const box = await naming();
    box.now().type('Winter');
    page.dispatchEvent(new Event('pagehide'));
    expect(saved).toEqual(['Winter']);
  });

  it('is saved once, though it is left behind that', async () => {
    const box = await naming();
    box.now().type('Winter');
    await box.now().save();
    await box.leave();
    expect(saved).toEqual(['Winter']);
  });

  it('is not saved when it was given up, is empty or is the old one', async () => {
    const given = await naming();
    given.now().type('Winter');
    given.now().giveUp();
    await given.leave();
    for (const text of ['  ', 'Autumn']) {
      const box = await naming();
      box.now().type(text);
      await box.now().save();
      await box.leave();
    }
    expect(saved).toEqual([]);
  });

  it('is saved again when it is left behind a saving that failed, and says when that fails too', async () => {
    const box = await naming();
    box.now().type('Winter');
    broken = true;
    await expect(box.now().save()).rejects.toThrow('full');
    await box.leave();
    await settle();
    expect(saved).toEqual(['Winter', 'Winter']);
    expect(toastStore.getState().toasts).toHaveLength(1);
  });
});
