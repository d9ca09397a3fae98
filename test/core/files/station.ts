import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { events } from '#contract/events.ts';
import type { Settings } from '#contract/procedures.ts';
import { dispatcher } from '#contract/rpc/serve.ts';
import { systemClock } from '#core/app/nodePlatform.ts';
import type { Clock, FetchFile } from '#core/platform/platform.ts';
import { openWriter } from '#core/app/writer.ts';
import type { Writer } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import type { Reference, ReferenceOptions } from '#reference/server.ts';
import { ACCOUNT, OBJ, PNG, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

export const COVER = 'uploads/fittings/a.png';

/** A writer that stays, as a window has it, and the service whose files it fetches. */
export interface Station {
  readonly service: Reference;
  readonly writer: Writer;
  readonly folder: string;
  /** The paths of each notice that files have changed. */
  readonly told: readonly (readonly string[])[];
  readonly call: (name: string, input: unknown) => Promise<unknown>;
  readonly settings: (values: Partial<Settings>) => Promise<unknown>;
  /** Resolves as soon as it is so; asked again at every notice of the core. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  readonly stateOf: (stored: string) => string;
  readonly assets: () => readonly string[];
  readonly asked: (stored: string) => number;
  readonly restart: () => Promise<void>;
}

export const FILES: Readonly<Record<string, Buffer | string>> = {
  [COVER]: PNG,
  'uploads/fittings/a.obj': OBJ,
  'uploads/materials/h.png': PNG,
  'uploads/products/s.obj': `${OBJ}# other`,
};

export async function openStation(
  options: ReferenceOptions & {
    readonly files?: typeof FILES;
    readonly set?: Partial<Settings>;
    readonly clock?: Clock;
    readonly fetchFile?: FetchFile;
  } = {},
): Promise<Station> {
  const { files = FILES, set = {}, clock = systemClock, fetchFile = fetch, ...rest } = options;
  const root = tempFolder();
  const seedFiles = path.join(root, 'files');
  for (const [name, bytes] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(seedFiles, name)), { recursive: true });
    fs.writeFileSync(path.join(seedFiles, name), bytes);
  }
  const service = await startReference({ seed: SEED, account: ACCOUNT, seedFiles, ...rest });
  const waiting = new Set<() => void>();
  const told: (readonly string[])[] = [];
  const platform = {
    ...testPlatform(path.join(root, 'data')),
    clock,
    fetchFile,
  };
  const begin = () =>
    openWriter(
      platform,
      (name, data) => {
        if (name === 'files.changed') told.push(events['files.changed'].parse(data).paths);
        for (const each of waiting) each();
      },
      true,
    );
  let writer = begin();
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  const station: Station = {
    service,
    get writer() {
      return writer;
    },
    folder: writer.ws.folder,
    told,
    call: (name, input) => dispatcher(writer.handlers)(name, input),
    settings: (values) => station.call('settings.set', { values }),
    until: (isSo) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stateOf: (stored) => writer.ws.assets.get(stored)?.state ?? 'unknown',
    assets: () => {
      const folder = path.join(writer.ws.folder, 'assets');
      return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    },
    asked: (stored) => service.log.filter((each) => each.path === `/${stored}`).length,
    restart: async () => {
      await writer.close();
      writer = begin();
    },
  };
  await station.settings(set);
  await station.call('session.login', { url: service.url, ...ACCOUNT });
  await station.call('sync.pull', {});
  return station;
}
