import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import type { Disk } from '#core/platform/disk.ts';
import { startReference } from '#reference/server.ts';
import type { Reference, ReferenceOptions } from '#reference/server.ts';
import { tempFolder } from './tempFolder.ts';
import { testClock, testPlatform, testRandom } from './platform.ts';
import type { TestClock } from './platform.ts';

/** One workstation: the real core on real files, and the service it talks to. */
export interface TestWorkstation {
  readonly core: Core;
  readonly service: Reference;
  readonly clock: TestClock;
  readonly folder: string;
  readonly call: <N extends ProcedureName>(name: N, input: Input<N>) => Promise<Output<N>>;
  readonly push: () => Promise<Output<'sync.push'>>;
  readonly pull: () => Promise<Output<'sync.pull'>>;
  /** Closes the core and opens it again on the same files, as after a restart. */
  readonly restart: () => Promise<void>;
  /** Writes a file into the test's folder and gives its path. */
  readonly file: (name: string, bytes: string | Buffer) => string;
}

export const ACCOUNT = { email: 'admin@example.com', password: 'demo' };

/** All that the product which is there was made of, but pictures. */
export const PRODUCT = {
  name: 'Szafa 2D',
  status: '1',
  modelPath: 'uploads/products/s.obj',
  date: '2026-01-02',
  materialy: {},
  main: {},
};

/** A record of each kind, so that a catalogue is never empty. */
export const SEED = {
  fittings: [
    {
      kod: 'ZAW-110',
      name: 'Zawias 110°',
      price: '8.90',
      images: ['uploads/fittings/a.png'],
      model: 'uploads/fittings/a.obj',
      stock: 12,
    },
    { kod: 'ZAW-155', name: 'Zawias 155°', price: '14.30', images: [], stock: 3 },
  ],
  materials: [
    { SIFRA: 'H1145', name: 'Dąb Bardolino', price: 12.5, PICFILE: 'uploads/materials/h.png' },
  ],
  products: [{ ...PRODUCT, images: [] }],
  edgeBands: [
    {
      code: 'ABS-22',
      name: 'ABS 22 dąb',
      thickness: 0.8,
      group: 'ABS',
      groupID: 'G1',
      isActive: true,
    },
  ],
};

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const OBJ = 'o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

/** Opens a workstation that is signed in and has pulled the service's catalogue. */
export async function openDesk(
  options: ReferenceOptions = {},
  disk?: Disk,
): Promise<TestWorkstation> {
  const folder = tempFolder();
  const service = await startReference({ seed: SEED, account: ACCOUNT, ...options });
  const clock = testClock();
  const random = testRandom();
  const data = path.join(folder, 'data');
  const platform = () =>
    testPlatform(data, { clock, random, ...(disk === undefined ? {} : { disk }) });
  let core = openCore(platform());
  onTestFinished(async () => {
    await core.close();
    await service.close();
  });
  const desk: TestWorkstation = {
    get core() {
      return core;
    },
    service,
    clock,
    folder,
    call: (name, input) => core.call(name, input),
    push: () => core.call('sync.push', { patience: 0 }),
    pull: () => core.call('sync.pull', {}),
    restart: async () => {
      await core.close();
      core = openCore(platform());
    },
    file: (name, bytes) => {
      const target = path.join(folder, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, bytes);
      return target;
    },
  };
  await core.call('session.login', { url: service.url, ...ACCOUNT });
  await core.call('sync.pull', {});
  return desk;
}
