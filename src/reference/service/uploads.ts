import { extname } from 'node:path';
import type { JsonObject } from '../json.ts';
import { json } from './answers.ts';
import { Refusal } from './refusal.ts';
import type { Received, ReceivedFile, Routes, Service } from './service.ts';
import { isAllowed, safeName, UPLOAD_RULES } from './upload-rules.ts';
import type { UploadKind } from './upload-rules.ts';

const FIELD = 'image';

/**
 * Adds the upload of a kind (doc §4.2–§4.4).
 *
 * All files of a request are accepted, or none.
 */
export function addUpload(routes: Routes, service: Service, kind: UploadKind): void {
  routes.post('/upload_image', async (c) => {
    const files = acceptable(service, kind, c.env.received);
    const records: JsonObject[] = [];
    for (const file of files) records.push(await store(service, kind, file));
    return answer(service, kind, records);
  });
}

function acceptable(
  service: Service,
  kind: UploadKind,
  received: Received,
): readonly ReceivedFile[] {
  const { files, unreadable } = received;
  if (unreadable !== undefined) throw new Refusal(400, unreadable);
  if (files.length === 0) throw new Refusal(400, 'No file uploaded.');
  if (files.some((file) => file.fieldname !== FIELD)) throw new Refusal(400, 'Unexpected field');
  if (files.some((file) => !isAllowed(kind, file.originalname)))
    throw new Refusal(service.variant.invalidTypeStatus, 'Invalid file type.');
  return files;
}

async function store(service: Service, kind: UploadKind, file: ReceivedFile): Promise<JsonObject> {
  const { uploadNames, uploadPathSeparator } = service.variant;
  const { fieldname, originalname, encoding, mimetype, size, sha256 } = file;
  const random = uploadNames === 'random';
  const filename = random ? service.unique() + extname(originalname) : safeName(originalname);
  const path = `uploads/${kind}/${filename}`;
  await service.depot.accept(file, path);
  service.state.addFile({ path, sha256, size });
  const shown = (text: string): string =>
    uploadPathSeparator === 'slash' ? text : text.replaceAll('/', '\\');
  return {
    fieldname,
    originalname,
    encoding,
    mimetype,
    destination: shown(`uploads/${kind}`),
    filename,
    path: shown(path),
    size,
  };
}

function answer(service: Service, kind: UploadKind, records: readonly JsonObject[]): Response {
  const { many, one } = UPLOAD_RULES[kind];
  const [first] = records;
  if (service.variant.uploadShape === 'file' && first)
    return json(200, { message: one, file: first });
  return json(200, { message: many, files: [...records] });
}
