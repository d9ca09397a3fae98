import type { Platform } from '#core/platform/platform.ts';
import type { Plant } from './desk.ts';
import type { Simulation } from './run.ts';

const DELAY_MS = 5;

/** Returns a planted platform on which automatic sync runs: the port of the service is open. */
export function onPort({ platform: planted }: Plant): (platform: Platform) => Platform {
  return (given) => {
    const platform = planted?.(given) ?? given;
    const reach = async () => {
      await platform.clock.sleep(DELAY_MS);
      return true;
    };
    return { ...platform, reach };
  };
}

/** The person turns automatic sync on or off, pauses it, or works offline for a while. */
export async function workByItself(simulation: Simulation): Promise<void> {
  const { person, chance } = simulation;
  const what = chance.pick(['online', 'online', 'online', 'off', 'paused', 'offline'] as const);
  if (what === 'online') {
    await person.attempt(null, () =>
      person.handlers()['settings.set']({ values: { autoSend: 'online', refreshMinutes: 5 } }),
    );
    const done = person.attempt(null, () => person.handlers()['sync.automatic']({ mode: 'on' }));
    return simulation.background(done);
  }
  // What a run has begun with may still be sent.
  person.allowSending();
  if (what === 'off')
    await person.attempt(null, () =>
      person.handlers()['settings.set']({ values: { autoSend: 'off' } }),
    );
  else {
    const done = person.attempt(null, () => person.handlers()['sync.automatic']({ mode: what }));
    simulation.background(done);
  }
}
