import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import type { DiagnosticPart } from '#contract/shell.ts';
import { zipStream } from '../../maintenance/zipOut.ts';
import { systemDisk } from '../../nodePlatform.ts';
import { writeStream } from '../../../files/outputFile.ts';

/**
 * Writes the collected parts as one ZIP file.
 *
 * Without a path, returns its bytes in base64.
 */
export async function saveDiagnostics(
  parts: readonly DiagnosticPart[],
  to: string | null,
  now: number,
): Promise<{ file: string | null; data: string | null }> {
  const entries = parts.map(({ name, text }) => ({ name, content: text }));
  const zip = zipStream(entries, new Date(now));
  if (to === null) return { file: null, data: (await buffer(zip)).toString('base64') };
  const file = path.resolve(to);
  await writeStream(systemDisk.files, zip, file);
  return { file, data: null };
}
