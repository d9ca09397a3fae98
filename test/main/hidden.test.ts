import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  program = startProgram({ drawsHidden: false });
}, 60_000);
afterEach(() => vi.useRealTimers());

it('a window that never says that it is ready is shown all the same, a moment after its page was loaded', async () => {
  const shown = () => program.names().filter((each) => each === 'window.show').length;
  let loaded = false;
  await program.until(() => program.double.windows.length > 0);
  program.window().contents.on('did-stop-loading', () => {
    loaded = true;
  });
  await program.until(() => loaded);
  expect(shown()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBe(1);
  // On Wayland the window is ready to show only after it was shown.
  program.window().emit('ready-to-show');
  expect(shown()).toBe(1);
});
