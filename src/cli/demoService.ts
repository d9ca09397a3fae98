import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { findDemo } from '#core/app/shell/findUpward.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { startReference } from '#reference/server.ts';
import type { Reference } from '#reference/server.ts';
import type { Variant } from '#reference/variant.ts';

/**
 * Options of a demo service.
 *
 * By default it has the demo catalogue in memory and a free port.
 */
export interface DemoServiceOptions {
  readonly port?: number | undefined;
  /** The folder that keeps changes across restarts. */
  readonly dataDir?: string | undefined;
  readonly empty?: boolean;
  readonly latencyMs?: number | undefined;
  readonly variant?: Partial<Variant>;
}

/** Starts the embedded service; throws `invalid` for a port that is taken. */
export async function startDemoService(options: DemoServiceOptions = {}): Promise<Reference> {
  const { port = 0, dataDir, empty = false, latencyMs = 0, variant = {} } = options;
  const kept = dataDir === undefined ? {} : { dataDir: path.resolve(dataDir) };
  try {
    const all = { port, latencyMs, variant, ...kept };
    if (empty) return await startReference({ ...all, account: DEMO_ACCOUNT });
    return await startDemo(findDemo(), all);
  } catch (error) {
    throw portFault(error, port) ?? error;
  }
}

/** Returns the error for a port that cannot be used; null for another error. */
export function portFault(error: unknown, port: number): Error | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return null;
  const value = `${port} is ${code === 'EACCES' ? 'not allowed' : 'in use'}`;
  return invalid([{ place: 'port', value, expected: 'a free port' }]);
}
