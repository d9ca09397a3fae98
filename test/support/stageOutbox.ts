import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startDemoService } from '#cli/demoService.ts';
import type { Reference } from '#reference/server.ts';
import { startServe } from '#serve/serve.ts';
import type { Served } from '#serve/serve.ts';
import { Stage } from './stageScenes.ts';

/** A browser shell on an outbox in which everything has happened that can happen. */
export interface StagedOutbox {
  readonly served: Served;
  readonly service: Reference;
  readonly close: () => Promise<void>;
}

export interface StageOptions {
  readonly rendererDir?: string;
  /** Further new fittings that wait, to try a long list. */
  readonly waiting?: number;
  /** How long Cabinet waits before it looks an unknown outcome up; 120 as in the settings. */
  readonly settleSeconds?: number;
  /** Slows every answer down once the stage is set, so that sending can be watched. */
  readonly slowMs?: number;
}

/** Starts a demo service and a browser shell and brings the outbox into every state there is. */
export async function stageOutbox(options: StageOptions = {}): Promise<StagedOutbox> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-stage-'));
  const dataDir = path.join(folder, 'data');
  const service = await startDemoService();
  const stage = new Stage(dataDir, folder, service);
  await stage.set(options);
  if (options.slowMs !== undefined)
    service.addFault({ on: {}, kind: 'slow', delayMs: options.slowMs });
  const { rendererDir } = options;
  const served = await startServe({ dataDir, log: () => {}, rendererDir });
  return {
    served,
    service,
    close: async () => {
      await served.close();
      await service.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
