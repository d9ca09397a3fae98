import fs from 'node:fs';
import path from 'node:path';
import { z } from '#contract/zod.ts';
import { fileSecrets } from '#core/app/nodePlatform.ts';

const signIn = z.object({ token: z.string() });

/** The token in a sign-in as it is kept. */
export function tokenIn(kept: string): string {
  return signIn.parse(JSON.parse(kept)).token;
}

/** Under which names a data folder keeps secrets. */
export function secretNames(dataDir: string): string[] {
  const sealed = fs.globSync('*.sealed', { cwd: path.join(dataDir, 'secrets') });
  return sealed.map((file) => Buffer.from(path.parse(file).name, 'hex').toString());
}

/** The token that is kept in a data folder which has one; null for none. */
export async function keptToken(dataDir: string): Promise<string | null> {
  const [name] = secretNames(dataDir);
  const kept = name === undefined ? null : await fileSecrets(dataDir).get(name);
  return kept === null ? null : tokenIn(kept);
}
