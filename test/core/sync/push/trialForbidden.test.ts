import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { openDesk } from '../../../support/desk.ts';
import { testPlatform } from '../../../support/platform.ts';

describe('a change of a field that the document does not list for updates', () => {
  it('is neither sent nor opened by a person once the managed file forbids trials', async () => {
    const desk = await openDesk({ variant: { updatesHonoured: 'all' } });
    const trial = { kind: 'fittings', ref: 'ZAW-110', field: 'description' } as const;
    await desk.call('serviceFacts.try', { ...trial, value: 'Nowy opis' });
    await desk.core.close();
    const policy = { managed: { service: { only: false, tryUndocumented: false } }, fault: null };
    const core = openCore({ ...testPlatform(path.join(desk.folder, 'data')), policy });
    onTestFinished(() => core.close());
    expect(await core.call('sync.push', { patience: 0 })).toMatchObject({ refused: 1 });
    expect(desk.service.log.filter(({ method }) => method === 'PATCH')).toEqual([]);
    const { operations } = await core.call('outbox.list', {});
    expect(operations).toMatchObject([
      { state: 'refused', reason: { code: 'gave-up', details: { why: 'trial-forbidden' } } },
    ]);
    const word = { kind: 'fittings', field: 'description', fact: 'update' } as const;
    await expect(
      core.call('serviceFacts.correct', { ...word, value: 'kept' }),
    ).rejects.toMatchObject({ details: { why: { code: 'trial-forbidden' } } });
    await core.call('serviceFacts.correct', { ...word, value: 'not-kept' });
  });
});
