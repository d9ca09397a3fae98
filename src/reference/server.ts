import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { JsonObject } from './json.ts';
import type { Kind } from './kinds.ts';
import type { Service } from './service/service.ts';
import { Depot } from './state/depot.ts';
import { State } from './state/state.ts';
import type { StateView } from './state/view.ts';
import { DEFAULT_VARIANT } from './variant.ts';
import type { Variant } from './variant.ts';
import type { Fault, FaultPlan } from './wire/faults.ts';
import { Gate } from './wire/gate.ts';
import type { LoggedRequest } from './wire/log.ts';
import { Plan } from './wire/plan.ts';
import { isFromHere, refuseVisitor } from './wire/visitor.ts';

/** Records as stored; a missing `_id` is assigned. */
export type SeedData = Readonly<Record<Kind, JsonObject[]>>;

/**
 * Options of the service.
 *
 * By default it is empty, in memory and on a free port.
 */
export interface ReferenceOptions {
  /** 0, the default, takes any free port; the host is always 127.0.0.1. */
  readonly port?: number;
  /**
   * The folder that keeps records and uploads across restarts.
   *
   * Without it they end with the service.
   */
  readonly dataDir?: string;
  /** Used only when no stored state exists. */
  readonly seed?: SeedData;
  /** A folder whose files are served under their relative paths, besides the uploads. */
  readonly seedFiles?: string;
  readonly account?: { readonly email: string; readonly password: string };
  readonly variant?: Partial<Variant>;
  /** Delay of every answer in milliseconds. */
  readonly latencyMs?: number;
  readonly faults?: FaultPlan;
  readonly now?: () => Date;
}

/** A running service. */
export interface Reference {
  readonly url: string;
  readonly port: number;
  /** Every request received so far, in order of arrival. */
  readonly log: readonly LoggedRequest[];
  readonly state: StateView;
  setVariant(variant: Partial<Variant>): void;
  addFault(fault: Fault): void;
  clearFaults(): void;
  /** Invalidates every token issued so far. */
  revokeTokens(): void;
  /**
   * Resolves when no request is waiting to be applied or answered.
   *
   * Requests that are never answered do not count.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const ACCOUNT = { email: 'admin@example.com', password: 'demo' };
const HOST = '127.0.0.1';
const KEEP_ALIVE_MS = 60_000;

/**
 * Starts the document's service.
 *
 * Resolves when it accepts connections.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const now = options.now ?? (() => new Date());
  const state = new State(now);
  state.open(options.dataDir, options.seed);
  const depot = new Depot(options.dataDir, options.seedFiles);
  const service: Service = {
    state,
    depot,
    now,
    unique: randomUUID,
    chance: Math.random,
    account: options.account ?? ACCOUNT,
    variant: { ...DEFAULT_VARIANT, ...options.variant },
  };
  const plan = new Plan(options.faults);
  const gate = new Gate(service, plan, options.latencyMs ?? 0);
  const server = http.createServer((request, response) => {
    if (isFromHere(request)) gate.handle(request, response);
    else refuseVisitor(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://${HOST}:${port}`,
    port,
    log: gate.log,
    state,
    setVariant: (variant) => void (service.variant = { ...service.variant, ...variant }),
    addFault: (fault) => plan.add(fault),
    clearFaults: () => plan.clear(),
    revokeTokens: () => state.revokeTokens(),
    settled: () => gate.settled(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await gate.close();
      await closed;
      state.close();
      depot.close();
    },
  };
}

async function listen(server: http.Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
