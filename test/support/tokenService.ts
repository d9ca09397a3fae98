import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from '#contract/zod.ts';
import { startReference } from '#reference/server.ts';
import type { Reference } from '#reference/server.ts';
import { ACCOUNT } from './desk.ts';
import { tempFolder } from './tempFolder.ts';

const entry = z.looseObject({ op: z.string(), token: z.string().optional() });

/** A service that tells which tokens it gave out. */
export async function startTokenService(): Promise<Reference & { tokens: () => string[] }> {
  const dataDir = tempFolder();
  const service = await startReference({ account: ACCOUNT, dataDir });
  onTestFinished(() => service.close());
  const lines = () => fs.readFileSync(path.join(dataDir, 'state.jsonl'), 'utf8').split('\n');
  const tokens = () =>
    lines()
      .filter((line) => line !== '')
      .map((line) => entry.parse(JSON.parse(line)))
      .flatMap(({ op, token }) => (op === 'token' && token !== undefined ? [token] : []));
  return { ...service, tokens };
}
