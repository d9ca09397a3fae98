import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReference } from '#reference/server.ts';
import type { Reference, SeedData } from '#reference/server.ts';
import type { LoggedRequest } from '#reference/wire/log.ts';

/** The one account of the service in a journey. */
export const ACCOUNT = { email: 'admin@example.com', password: 'demo' };

const demo = fileURLToPath(new URL('../../resources/demo/', import.meta.url));

/** A service that can go away and come back at the same address, with its records and its tokens. */
export interface JourneyService extends Reference {
  /** Closes it for real: nothing listens at the address any more. */
  readonly stop: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
}

export interface JourneyServiceOptions {
  readonly dataDir: string;
  readonly port: number;
}

/** The demo catalogue as it lies in the project. */
export function demoSeed(): SeedData {
  return JSON.parse(fs.readFileSync(path.join(demo, 'catalogue.json'), 'utf8')) as SeedData;
}

/** Starts the service with the demo catalogue, or with the records kept in its folder. */
export async function startJourneyService(options: JourneyServiceOptions): Promise<JourneyService> {
  const start = () =>
    startReference({ ...options, account: ACCOUNT, seed: demoSeed(), seedFiles: demo });
  const earlier: LoggedRequest[] = [];
  let current = await start();
  let up = true;
  const stop = async () => {
    if (!up) return;
    up = false;
    await current.close();
    earlier.push(...current.log);
  };
  const comeBack = async () => {
    if (up) return;
    current = await start();
    up = true;
  };
  return {
    url: current.url,
    port: current.port,
    get log() {
      return up ? [...earlier, ...current.log] : earlier;
    },
    get state() {
      return current.state;
    },
    setVariant: (variant) => current.setVariant(variant),
    addFault: (fault) => current.addFault(fault),
    clearFaults: () => current.clearFaults(),
    revokeTokens: () => current.revokeTokens(),
    settled: () => current.settled(),
    close: stop,
    stop,
    comeBack,
  };
}

const [LEAST_PORT, PORTS] = [20_000, 9000] as const;

/**
 * A port that is free and stays so while nothing listens on it: below the range from which systems
 * take ports for outgoing connections.
 */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = LEAST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
