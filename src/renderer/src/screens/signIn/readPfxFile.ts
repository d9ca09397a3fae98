import { PFX_BYTES } from '#contract/certificate.ts';
import { AppError, why } from '#contract/errors.ts';

/**
 * Reads a chosen file as base64; `unread` when it has gone.
 *
 * Throws `rejected-file` for a file that is too large for a PFX file. The bytes are sent and not the
 * path, because a page knows no path and the core then needs no access to the place.
 */
export async function readPfxFile(file: File): Promise<{ readonly base64: string } | 'unread'> {
  if (file.size > PFX_BYTES)
    throw new AppError('rejected-file', 'The file is too large.', { why: why('pfx-size') });
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
  } catch {
    return 'unread';
  }
}
