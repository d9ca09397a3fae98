import path from 'node:path';
import { createHttp } from '#core/service/http.ts';
import { fileSecrets, systemDisk } from '#core/app/nodePlatform.ts';
import type { Clock, Platform, Random } from '#core/platform/platform.ts';

/** A clock that moves only when somebody sleeps or pushes it. */
export interface TestClock extends Clock {
  readonly advance: (ms: number) => void;
  /** Sets the wall clock, as a person or a server does. */
  readonly set: (now: number) => void;
  /** The computer is started again. */
  readonly reboot: () => void;
}

export function testClock(start = Date.UTC(2026, 2, 2, 8)): TestClock {
  let [now, steady] = [start, 0];
  const advance = (ms: number) => {
    now += ms;
    steady += ms;
  };
  return {
    now: () => now,
    monotonicMs: () => steady,
    advance,
    set: (to) => {
      now = to;
    },
    reboot: () => {
      steady = 0;
    },
    sleep: async (ms) => {
      advance(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Chance that is the same in every run. */
export function testRandom(seed = 1): Random {
  let count = 0;
  let state = seed;
  return {
    id: () => {
      count += 1;
      return `00000000-0000-7000-8000-${(seed * 1_000_000 + count).toString(16).padStart(12, '0')}`;
    },
    fraction: () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    },
  };
}

export interface TestPlatform extends Platform {
  readonly clock: TestClock;
  readonly logged: readonly string[];
}

/** A platform on real files, with time and chance in the test's hand. */
export function testPlatform(
  dataDir: string,
  overrides: Partial<Pick<TestPlatform, 'clock' | 'random' | 'profile' | 'disk'>> = {},
): TestPlatform {
  const logged: string[] = [];
  return {
    dataDir: path.resolve(dataDir),
    profile: overrides.profile ?? 'default',
    clock: overrides.clock ?? testClock(),
    random: overrides.random ?? testRandom(),
    secrets: fileSecrets(dataDir),
    disk: overrides.disk ?? systemDisk,
    network: createHttp,
    log: (level, sentence) => {
      logged.push(`${level}: ${sentence}`);
    },
    logged,
  };
}
