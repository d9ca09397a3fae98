import { describe, expect, it } from 'vitest';
import { Progress } from '#core/sync/pull/progress.ts';
import { openMirror } from './support.ts';

const DAY = 86_400_000;

describe('a clock that is set back while the catalogue is read', () => {
  it('does not keep the screen from hearing how far it is', () => {
    const { ws, platform } = openMirror();
    const told: string[] = [];
    const progress = new Progress({ ...ws, emit: (name) => told.push(name) }, 'fittings');
    progress.tell('pull', 100, 1_000);
    platform.clock.set(platform.clock.now() - 400 * DAY);
    platform.clock.advance(1_500);
    progress.tell('pull', 200, 1_000);
    progress.change();
    expect(told).toEqual(['sync.progress', 'sync.progress', 'records.changed']);
  });
});
