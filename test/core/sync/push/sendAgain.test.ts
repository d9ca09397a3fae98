import { describe, expect, it } from 'vitest';
import type { TestWorkstation } from '../../../support/desk.ts';
import { openDesk } from '../../../support/desk.ts';

const band = (code: string) => ({
  kind: 'edge-bands' as const,
  values: { code, name: code },
  files: [],
});
const codes = (desk: TestWorkstation) =>
  desk.service.state.all('edgeBands').map(({ code }) => String(code));

/** Resolves at the first notice that a run is under way. */
function begun(desk: TestWorkstation, what: 'push' | 'pull'): Promise<void> {
  return new Promise((resolve) => {
    desk.core.on('sync.state', ({ running }) => {
      if (running === what) resolve();
    });
  });
}

describe('a Send while another is under way', () => {
  it('goes right behind it, once, with everything queued up to the last press', async () => {
    const desk = await openDesk();
    await desk.call('records.create', band('A'));
    const running = begun(desk, 'push');
    const first = desk.push();
    await running;
    await desk.call('records.create', band('B'));
    const second = desk.push();
    await desk.call('records.create', band('C'));
    const third = desk.push();
    await desk.call('records.create', band('D'));

    expect(await first).toMatchObject({ done: 1 });
    expect(await second).toMatchObject({ done: 2, waiting: 1 });
    expect(await third).toEqual(await second);
    expect(codes(desk).sort()).toEqual(['A', 'ABS-22', 'B', 'C']);
  });

  it('is taken back together with it by a stop', async () => {
    const desk = await openDesk();
    await desk.call('records.create', band('A'));
    const running = begun(desk, 'push');
    const first = desk.push();
    await running;
    await desk.call('records.create', band('B'));
    const second = desk.push();
    const refused = expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await desk.call('sync.stop', {});
    await refused;
    await first;
    expect(codes(desk)).not.toContain('B');
  });
});

describe('a refresh while another is under way', () => {
  it('gets the same answer when the same kinds are being read', async () => {
    const desk = await openDesk();
    const before = desk.service.log.length;
    const running = begun(desk, 'pull');
    const first = desk.call('sync.pull', {});
    await running;
    const asked = desk.call('sync.pull', { kinds: ['fittings'] });
    expect(await asked).toEqual(await first);
    const lists = desk.service.log.slice(before).filter(({ path }) => path.includes('fittings'));
    expect(new Set(lists.map(({ path, query }) => `${path}?${JSON.stringify(query)}`)).size).toBe(
      lists.length,
    );
  });

  it('comes behind it for kinds that are not being read', async () => {
    const desk = await openDesk();
    const running = begun(desk, 'pull');
    const first = desk.call('sync.pull', { kinds: ['materials'] });
    await running;
    const other = await desk.call('sync.pull', { kinds: ['fittings'] });
    expect(Object.keys((await first).kinds)).toEqual(['materials']);
    expect(Object.keys(other.kinds)).toEqual(['fittings']);
  });
});
