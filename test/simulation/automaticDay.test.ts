import { expect, it } from 'vitest';
import type { WireFault } from './faults.ts';
import { happen } from './happenings.ts';
import { Simulation } from './run.ts';
import type { Plan } from './schedule.ts';
import { makeTemplate } from './template.ts';

const MINUTE = 60_000;

/** A calm day on which automatic sync runs; the test itself brings the trouble. */
const DAY: Plan = {
  seed: 4848,
  variant: {},
  faults: [],
  rate: 0,
  records: 4,
  steps: [{ action: 'automatic', kind: 'fittings', pause: 0, seed: 1 }],
};

/** Faults that last some minutes each; reads meet a quarter of the rate. */
const OUTAGES: readonly (readonly [readonly WireFault[], number])[] = [
  [['offline'], 4],
  [['page'], 4],
  [['failed'], 4],
  [['lost-answer', 'ghost', 'applied-timeout'], 1],
  [['too-many'], 4],
];

it('sends a day of edits once and in order without a press, whatever happens', async () => {
  const simulation = new Simulation(DAY, makeTemplate());
  const { person, model, oracle, wire, world, desk } = simulation;
  const edits = async () => {
    await person.create('fittings', false);
    await person.edit('fittings', 'price');
    await person.edit('materials', 'name');
    await simulation.pass(3_000);
    await person.edit('fittings', 'price');
  };
  try {
    await simulation.begin(DAY.records);
    await person.attempt(null, () =>
      person.handlers()['settings.set']({ values: { autoSend: 'online' } }),
    );
    await edits();
    await simulation.pass(MINUTE);
    expect(person.ws?.operations.countOpen()).toBe(0);
    for (const [faults, rate] of OUTAGES) {
      wire.weather = { faults, rate };
      await edits();
      await simulation.pass(6 * MINUTE);
      await edits();
      await simulation.pass(6 * MINUTE);
      wire.calm();
      await happen(simulation, 'other-insert', 'fittings');
      await simulation.pass(20 * MINUTE);
      expect([faults, person.ws?.operations.countOpen()]).toEqual([faults, 0]);
    }
    await edits();
    await happen(simulation, 'suspend', 'fittings');
    await happen(simulation, 'second', 'fittings');
    await simulation.pass(2 * MINUTE);
    expect(person.ws?.operations.countOpen()).toBe(0);
    await edits();
    model.state.revokeTokens();
    await simulation.pass(5 * MINUTE);
    expect(person.ws?.operations.countOpen()).toBeGreaterThan(0);
    await simulation.until(person.signIn());
    await simulation.pass(MINUTE);
    await edits();
    await desk.close();
    await simulation.revive();
    // The program that was started again tries the port of the service.
    await simulation.let(0);
    await simulation.pass(MINUTE);
    expect(person.ws?.operations.countOpen()).toBe(0);
    const codes = model.state.all('fittings').map(({ kod }) => kod);
    for (const { value } of person.creations)
      expect(codes.filter((code) => code === `K${value}`)).toHaveLength(1);
    const states = person
      .wanted()
      .map(({ operation }) => person.ws?.operations.get(operation)?.state);
    expect(new Set(states)).toEqual(new Set(['done']));
    expect(oracle.sentUpTo).toBe(0);
    const lastPull = Number(person.ws?.meta.get('lastPull:fittings'));
    expect(world.now() - lastPull).toBeLessThan(20 * MINUTE);
    await simulation.rest();
    expect(oracle.violations).toEqual([]);
  } finally {
    desk.remove();
  }
}, 60_000);
