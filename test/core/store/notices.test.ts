import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { procedures } from '#contract/procedures.ts';
import { keepNotice, noticesOf } from '#core/workspace/notices.ts';
import { openWriter } from '#core/app/writer.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function openHere() {
  const told: string[] = [];
  const platform = testPlatform(path.join(tempFolder(), 'data'));
  const writer = openWriter(platform, (name) => void told.push(name));
  onTestFinished(() => writer.close());
  const { ws, handlers } = writer;
  return {
    told,
    keep: (about: string, aside: string) =>
      keepNotice(ws.meta, about, { code: 'cache-damaged', aside }),
    keepUnread: (about: string, text: string) => ws.meta.set(`notice:${about}`, text),
    shown: () => noticesOf(ws.work),
    // Calls arrive over a channel that accepts only input of the contract.
    dismiss: async (seen: readonly unknown[]) =>
      handlers['notices.dismiss'](procedures['notices.dismiss'].input.parse({ seen })),
  };
}

describe('notices that a person dismisses', () => {
  it('are those that were in sight; one that came since then stays', async () => {
    const desk = openHere();
    desk.keep('cache', 'a.db');
    desk.keepUnread('old', 'A sentence.');
    const seen = desk.shown();
    expect(seen).toHaveLength(2);
    desk.keep('cache:2', 'b.db');
    await desk.dismiss(seen);
    expect(desk.shown()).toMatchObject([{ aside: 'b.db' }]);
    expect(desk.told).toContain('outbox.changed');
  });

  it('do not take along what was renewed under the same name', async () => {
    const desk = openHere();
    desk.keep('cache', 'a.db');
    const seen = desk.shown();
    desk.keep('cache', 'b.db');
    await desk.dismiss(seen);
    expect(desk.shown()).toMatchObject([{ aside: 'b.db' }]);
    await desk.dismiss(desk.shown());
    expect(desk.shown()).toEqual([]);
  });

  it('do not take along another that says the same', async () => {
    const desk = openHere();
    desk.keep('work:1', 'a.db');
    const seen = desk.shown();
    await desk.dismiss(seen);
    desk.keep('work:2', 'a.db');
    await desk.dismiss(seen);
    expect(desk.shown()).toMatchObject([{ aside: 'a.db' }]);
  });
});
