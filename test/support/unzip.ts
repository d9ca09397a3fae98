import { buffer } from 'node:stream/consumers';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openZip } from '#core/changesets/sheets/zip.ts';

/** Every part of a ZIP by its name, unpacked. */
export async function unzip(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openZip(systemDisk.files, file);
  try {
    const parts = new Map<string, Buffer>();
    for (const name of zip.names) {
      const part = await zip.open(name);
      if (part !== null) parts.set(name, await buffer(part.stream));
    }
    return parts;
  } finally {
    zip.close();
  }
}
