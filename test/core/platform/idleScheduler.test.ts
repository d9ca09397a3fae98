import { describe, expect, it } from 'vitest';
import { IdleScheduler } from '#core/platform/idleScheduler.ts';
import type { Clock } from '#core/platform/platform.ts';

const HOUR = 3_600_000;

/** A clock whose sleepers wake only when the test says how late it is, or when they are woken. */
function handClock() {
  let [now, wall] = [1_000_000, Date.UTC(2026, 2, 2, 8)];
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const clock: Clock = {
    now: () => wall,
    monotonicMs: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake);
      }),
  };
  /** Lets everything happen that is due after so many milliseconds. */
  const pass = async (ms: number) => {
    await turns();
    now += ms;
    wall += ms;
    for (const each of sleepers) if (each.at <= now) each.wake();
    await turns();
  };
  /** Sets the wall clock, as a user or a time server does. */
  const setWall = (by: number) => {
    wall += by;
  };
  return { clock, pass, setWall };
}

async function turns(): Promise<void> {
  for (let round = 0; round < 40; round++) await new Promise((go) => setImmediate(go));
}

/** A writer's background with a chore of so many slices; `done` counts those that were worked. */
function begin(stays = true) {
  const { clock, pass, setWall } = handClock();
  const logged: string[] = [];
  const log = (_level: string, sentence: string) => logged.push(sentence);
  const background = new IdleScheduler({ clock, log }, stays);
  const done: string[] = [];
  const work = (name: string, slices: number) =>
    background.chore(name, () => done.push(name) < slices);
  return { background, pass, setWall, done, work, logged };
}

const pulling = (running: 'pull' | 'idle') => ({ running, online: null, error: null }) as const;

describe('work in the background', () => {
  it('is done to its end where nobody waits for anything, and not begun unasked', async () => {
    const { pass, done, work } = begin();
    const chore = work('text', 5);
    await pass(10_000);
    expect(done).toEqual([]);
    chore.wake();
    await pass(0);
    expect(done).toHaveLength(5);
  });

  it('takes turns', async () => {
    const { pass, done, work } = begin();
    work('text', 5).wake();
    work('problems', 6).wake();
    await pass(0);
    expect(done.slice(0, 4)).toEqual(['text', 'problems', 'text', 'problems']);
  });

  it.each([
    ['ahead', HOUR],
    ['back', -HOUR],
  ])('waits for foreground work although the wall clock is set %s', async (_way, by) => {
    const { background, pass, setWall, done, work } = begin();
    const release = background.hold();
    work('text', 1).wake();
    await pass(100);
    setWall(by);
    release();
    background.hold();
    await pass(100);
    expect(done).toEqual([]);
    await pass(2_000);
    expect(done).toEqual(['text']);
  });

  it('stands back while a call is answered, and for a moment after it', async () => {
    const { background, pass, done, work } = begin();
    const release = background.hold();
    work('text', 2).wake();
    await pass(1_000);
    expect(done).toEqual([]);
    release();
    await pass(200);
    expect(done).toEqual([]);
    await pass(200);
    expect(done).toHaveLength(2);
  });

  it('stands back while one call comes close behind the other', async () => {
    const { background, pass, done, work } = begin();
    work('text', 2).wake();
    await background.holdFor(() => 'an edit');
    await pass(150);
    await background.holdFor(() => 'another');
    await pass(200);
    expect(done).toEqual([]);
    await pass(300);
    expect(done).toHaveLength(2);
  });

  it('stands back while the catalogue is pulled, by whomever', async () => {
    const { background, pass, done, work } = begin();
    background.hear('sync.state', pulling('pull'));
    background.hear('sync.state', pulling('pull'));
    work('text', 2).wake();
    await pass(1_500);
    expect(done).toEqual([]);
    background.hear('sync.state', pulling('idle'));
    await pass(300);
    expect(done).toHaveLength(2);
  });

  it('comes to its end even where somebody always waits', async () => {
    const { background, pass, done, work } = begin();
    background.hold();
    work('text', 4).wake();
    await pass(0);
    expect(done).toEqual([]);
    for (let second = 0; second < 8; second += 2) await pass(2_000);
    expect(done).toHaveLength(4);
  });

  it('is not put off by a clock that is set back', async () => {
    const { background, pass, done, work } = begin();
    const release = background.hold();
    work('text', 2).wake();
    await pass(1_000);
    await pass(-3_600_000);
    release();
    await pass(0);
    await pass(300);
    expect(done).toHaveLength(2);
  });

  it('is done between the turns of a command where the writer ends with it', async () => {
    const { background, pass, done, work } = begin(false);
    background.hold();
    work('text', 3).wake();
    await pass(0);
    expect(done).toHaveLength(3);
  });

  it('does what comes last once, behind all that is due and while nobody waits', async () => {
    const { background, pass, done, work } = begin();
    const release = background.hold();
    background.lastly('memory', () => done.push('memory')).wake();
    work('text', 2).wake();
    // Longer than a slice is put off, and this is no slice.
    await pass(2_000);
    await pass(2_000);
    await pass(2_000);
    expect(done).toEqual(['text', 'text']);
    work('problems', 1).wake();
    release();
    await pass(300);
    expect(done).toEqual(['text', 'text', 'problems', 'memory']);
    await pass(10_000);
    expect(done).toHaveLength(4);
  });

  it('looks once more where something new came while it was looked', async () => {
    const { background, pass } = begin();
    const seen: number[] = [];
    let news = 1;
    const chore = background.chore('problems', () => {
      seen.push(news);
      if (news < 3) {
        news += 1;
        chore.wake();
      }
      return false;
    });
    chore.wake();
    await pass(0);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('leaves what fails and goes on with the rest, until there is something new', async () => {
    const { background, pass, done, work, logged } = begin();
    let fails = true;
    const chore = background.chore('The text index', () => {
      if (fails) throw new Error('the disk is full');
      done.push('text');
      return false;
    });
    chore.wake();
    work('problems', 1).wake();
    await pass(0);
    expect(done).toEqual(['problems']);
    expect(logged).toEqual(['The text index: the disk is full']);
    fails = false;
    chore.wake();
    await pass(0);
    expect(done).toEqual(['problems', 'text']);
  });

  it('does nothing more once it is closed', async () => {
    const { background, pass, done, work } = begin();
    background.hold();
    const chore = work('text', 3);
    chore.wake();
    background.close();
    await pass(10_000);
    chore.wake();
    await pass(10_000);
    expect(done).toEqual([]);
  });
});
