import { expect, it } from 'vitest';
import { takeFiles } from '../../src/renderer/src/screens/plan/takeFiles.ts';

it('names what of a drop could not be read, and says that there was more', async () => {
  const plan = { draft: { parts: [] }, setParts: () => {} };
  const notes = { source: { path: 'notes.txt' }, name: 'notes.txt', size: 1, shown: 'notes.txt' };
  const drop = { given: [notes], unreadable: ['drawings/closed.png'], cut: true };
  expect(await takeFiles(plan, drop)).toEqual([
    { name: 'drawings/closed.png', why: 'unreadable' },
    { name: '', why: 'cut' },
    { name: 'notes.txt', why: 'no-part' },
  ]);
});
