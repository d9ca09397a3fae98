import { Readable } from 'node:stream';
import type { OutboxExport } from '#contract/care.ts';
import { stagedPath } from '../../files/place.ts';
import { cabinetVersion } from '../shell/version.ts';
import { targetOf, writeStream } from '../../files/outputFile.ts';
import type { Upload } from '../../store/uploadStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { outboxJson, readWaiting, timeOf } from './outboxDocument.ts';
import { outboxSheet, partOf } from './outboxSheet.ts';
import { zipStream } from './zipOut.ts';
import { hashFile } from '../../platform/hashFile.ts';

/**
 * Exports all unconfirmed operations into one ZIP file.
 *
 * It contains each operation with its values before and after, its base, its files by hash, and a
 * readable sheet. The outbox stays unchanged.
 */
export async function exportOutbox(ws: Workspace, to: string | null): Promise<OutboxExport> {
  const now = ws.platform.clock.now();
  const waiting = readWaiting(ws);
  const { settings } = ws;
  const style = { currency: settings.all().currency, labels: settings.statusLabels };
  const { whole, missing } = await checked(
    ws,
    waiting.flatMap(({ uploads }) => uploads),
  );
  const head = {
    cabinet: cabinetVersion(),
    service: ws.meta.get('url'),
    account: ws.meta.get('email'),
    exportedAt: timeOf(now) ?? '',
    files: whole.map((file) => ({ sha256: file.sha256, size: file.size, part: partOf(file) })),
    missing,
  };
  const day = head.exportedAt.slice(0, 10);
  const { file, download } = targetOf(ws, to, `outbox-${day}.zip`);
  const { files: fs } = ws.platform.disk;
  const entries = [
    { name: 'outbox.csv', content: outboxSheet(waiting, style) },
    { name: 'outbox.json', content: () => Readable.from(outboxJson(head, waiting)) },
    ...whole.map((each) => ({
      name: partOf(each),
      content: () => fs.createReadStream(stagedPath(ws.folder, each.sha256)),
    })),
  ];
  await writeStream(ws.platform.disk.files, zipStream(entries, new Date(now)), file);
  const bytes = whole.reduce((sum, { size }) => sum + size, 0);
  return { file, download, operations: waiting.length, files: whole.length, bytes, missing };
}

/**
 * Returns the distinct files whose content still has its hash.
 *
 * Missing or changed files are returned by name and are not exported.
 */
async function checked(ws: Workspace, uploads: readonly Upload[]) {
  const { files: fs } = ws.platform.disk;
  const whole = new Map<string, Upload>();
  const missing = new Set<string>();
  for (const upload of uploads) {
    const place = stagedPath(ws.folder, upload.sha256);
    const known = whole.has(partOf(upload));
    if (known || (fs.existsSync(place) && (await hashFile(fs, place)) === upload.sha256))
      whole.set(partOf(upload), upload);
    else missing.add(upload.name);
  }
  return { whole: [...whole.values()], missing: [...missing] };
}
