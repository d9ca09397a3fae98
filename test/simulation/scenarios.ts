import type { Variant } from '#reference/variant.ts';
import { addProduct } from './furtherDeeds.ts';
import type { Simulation } from './run.ts';

/** One way through the program that every seam call of which is made to fail once. */
export interface Scenario {
  readonly name: string;
  readonly records: number;
  readonly variant?: Partial<Variant>;
  readonly play: (simulation: Simulation) => Promise<void>;
}

const send = (simulation: Simulation) => simulation.finish(simulation.person.push(600_000));
const refresh = (simulation: Simulation) => simulation.finish(simulation.person.pull());

/** The canonical twelve, the shortest four first. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'hold and release',
    records: 1,
    play: async (simulation) => {
      await simulation.person.edit('fittings', 'price');
      await simulation.person.act('hold');
      await simulation.person.act('release');
    },
  },
  {
    name: 'create and take back',
    records: 0,
    play: async (simulation) => {
      await simulation.person.create('fittings', false);
      await simulation.person.remove('fittings');
    },
  },
  {
    name: 'change a price',
    records: 1,
    play: async (simulation) => {
      await simulation.person.edit('fittings', 'price');
      await send(simulation);
    },
  },
  {
    name: 'remove',
    records: 1,
    play: async (simulation) => {
      await simulation.person.remove('edge-bands');
      await send(simulation);
    },
  },
  {
    name: 'create',
    records: 0,
    play: async (simulation) => {
      await simulation.person.create('fittings', false);
      await send(simulation);
    },
  },
  {
    name: 'create with a file',
    records: 0,
    play: async (simulation) => {
      await simulation.person.create('materials', true);
      await send(simulation);
    },
  },
  {
    name: 'create, then change before it is sent',
    records: 0,
    play: async (simulation) => {
      await simulation.person.create('edge-bands', false);
      await simulation.person.edit('edge-bands', 'name');
      await send(simulation);
    },
  },
  {
    name: 'put another picture in place',
    records: 1,
    play: async (simulation) => {
      await simulation.person.swapFile('fittings');
      await send(simulation);
    },
  },
  {
    name: 'a product with what it needs, answered without an id',
    records: 0,
    variant: { createAnswer: 'message' },
    play: async (simulation) => {
      await addProduct(simulation.person);
      await send(simulation);
    },
  },
  {
    name: 'two hands on two fields',
    records: 1,
    play: async (simulation) => {
      await simulation.person.edit('materials', 'price');
      simulation.byAnother('materials', 'name');
      await send(simulation);
    },
  },
  {
    name: 'two hands on one field, mine kept',
    records: 1,
    play: async (simulation) => {
      await simulation.person.edit('fittings', 'name');
      simulation.byAnother('fittings', 'name');
      await send(simulation);
      await simulation.person.resolve('mine');
      await send(simulation);
    },
  },
  {
    name: 'refresh after changes there',
    records: 3,
    play: async (simulation) => {
      simulation.byAnother('products', 'name');
      simulation.byAnother('fittings', null);
      await refresh(simulation);
    },
  },
];
