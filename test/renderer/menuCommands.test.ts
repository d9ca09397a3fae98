import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { NoElement, page } from './hooks.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('document', page.document);
vi.stubGlobal('HTMLElement', NoElement);
const { obey } = await import('../../src/renderer/src/frame/useFrameKeys.ts');
const { holdKeys } = await import('../../src/renderer/src/keys/useHotkeys.ts');
const { closeTask, taskStore } = await import('../../src/renderer/src/sheets/tasks.ts');
const { viewStore } = await import('../../src/renderer/src/state/view.ts');

beforeEach(() => {
  closeTask();
  viewStore.setState({ screen: 'outbox', kind: 'fittings' });
});

it('the menu of the system brings a sheet into the list, on whatever screen', () => {
  obey('import');
  expect(taskStore.getState().open).toMatchObject({ id: 'import', kind: 'fittings' });
  expect(viewStore.getState().screen).toBe('records');
});

it('but takes no screen away from under a dialog, and puts none over it', () => {
  onTestFinished(holdKeys());
  obey('import');
  expect(taskStore.getState().open).toBeNull();
  expect(viewStore.getState().screen).toBe('outbox');
});
