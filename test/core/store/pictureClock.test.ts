import { expect, it, onTestFinished } from 'vitest';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { AssetStore } from '#core/store/assetStore.ts';
import { openFiles } from '#core/workspace/openFiles.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 2);
const NONE: ReadonlySet<string> = new Set();

function storeOf(path: string): AssetStore {
  const db = openFiles(systemDisk, tempFolder());
  onTestFinished(() => {
    db.close();
  });
  const store = new AssetStore(db);
  store.add(path, 0);
  return store;
}

it.each([
  ['was not there', (store: AssetStore, at: number) => store.setMissing('a.png', at + 7 * DAY)],
  ['was put off', (store: AssetStore, at: number) => store.putOff('a.png', at + DAY, true)],
])(
  'a picture that %s while the clock was a year ahead is asked for again behind that',
  (_, put) => {
    const store = storeOf('a.png');
    put(store, NOW + 365 * DAY);
    expect(store.due(NOW, 0, NONE)?.path).toBe('a.png');
  },
);

it('a picture that is to be asked for in a week is left alone until then', () => {
  const store = storeOf('a.png');
  store.setMissing('a.png', NOW + 7 * DAY);
  expect(store.due(NOW, 0, NONE)).toBeNull();
  expect(store.due(NOW + 7 * DAY, 0, NONE)?.path).toBe('a.png');
});
