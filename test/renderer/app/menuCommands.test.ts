import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { NoElement, page } from '../hooks.ts';
import { fakeCore, PUSHED, settle } from '../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('document', page.document);
vi.stubGlobal('HTMLElement', NoElement);
// The field in this test is a text area.
vi.stubGlobal('HTMLInputElement', EventTarget);
const { obey } = await import('../../../src/renderer/src/app/frame/useFrameKeys.ts');
const { holdKeys } = await import('../../../src/renderer/src/ui/keys/useHotkeys.ts');
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { closeTask, taskStore } = await import('../../../src/renderer/src/fields/undo/tasks.ts');
const { viewStore } = await import('../../../src/renderer/src/state/view.ts');

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

it('what stands in an open cell goes along with what it sends: the menu takes no focus from the cell', async () => {
  const told: string[] = [];
  const field = Object.assign(new NoElement(), {
    tagName: 'TEXTAREA',
    isConnected: false,
    blur: () => told.push('kept'),
  });
  Object.assign(page.document, { activeElement: field });
  onTestFinished(() => void Object.assign(page.document, { activeElement: null }));
  const push = () => {
    told.push('sent');
    return { ...PUSHED, stopped: { code: 'cancelled', text: '' } };
  };
  followCore(fakeCore({ 'sync.push': push }).client);
  obey('sync');
  await settle();
  expect(told).toEqual(['kept', 'sent']);
});
