import path from 'node:path';
import { smallText } from '../../platform/smallText.ts';
import { systemDisk } from '../nodePlatform.ts';
import { findDemo } from './findUpward.ts';
import type { ProfileHost } from './profileHost.ts';

/** A service that runs inside this program until it is closed. */
export interface EmbeddedService {
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts the demo service from its folder; port 0 takes any free port. */
export type StartService = (
  folder: string,
  options: { readonly port: number; readonly dataDir: string },
) => Promise<EmbeddedService>;

export interface DemoSetup {
  /** The present data folder; it can be moved. */
  readonly dataDir: () => string;
  readonly account: { readonly email: string; readonly password: string };
  readonly start: StartService;
}

export const DEMO_PROFILE = 'demo';

/** The demo catalogue: a local service and its profile. */
export class DemoProfile {
  readonly #setup;
  #service: Promise<EmbeddedService> | null = null;

  constructor(setup: DemoSetup) {
    this.#setup = setup;
  }

  /** Opens the demo profile, signed in; earlier changes in it are kept. */
  async open(host: ProfileHost): Promise<void> {
    const service = await this.#running();
    await host.openProfile(DEMO_PROFILE);
    await host.call('session.login', { url: service.url, ...this.#setup.account });
    await host.call('sync.pull', {});
  }

  /** Returns the running service; a failed start is retried at the next call. */
  async #running(): Promise<EmbeddedService> {
    const service = (this.#service ??= this.#start());
    try {
      return await service;
    } catch (error) {
      if (this.#service === service) this.#service = null;
      throw error;
    }
  }

  async #start(): Promise<EmbeddedService> {
    const { files: fs } = systemDisk;
    const folder = findDemo();
    const home = path.join(this.#setup.dataDir(), 'demo-service');
    fs.mkdirSync(home, { recursive: true });
    const portFile = path.join(home, 'port');
    const dataDir = path.join(home, 'data');
    // An outbox belongs to one address, so the earlier port is taken again if it is free.
    const known = Number(smallText(fs, portFile) ?? 0);
    const start = (port: number) => this.#setup.start(folder, { port, dataDir });
    const service = await start(Number.isInteger(known) ? known : 0).catch(() => start(0));
    fs.writeFileSync(portFile, String(service.port));
    return service;
  }

  /** Ends the service, which can be started again; returns whether it ran. */
  async close(): Promise<boolean> {
    const service = await this.#service?.catch(() => null);
    this.#service = null;
    await service?.close();
    return service !== undefined && service !== null;
  }
}
