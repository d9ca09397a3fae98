import { PFX_BYTES } from '#contract/certificate.ts';
import { AppError, why } from '#contract/errors.ts';
import { toBase64 } from '../../files/thumbs/base64.ts';

/**
 * Reads a chosen file as base64; null when it has gone.
 *
 * Throws `rejected-file` for a file that is too large for a PFX file. The bytes are sent and not the
 * path, because a page knows no path and the core then needs no access to the place.
 */
export async function readPfxFile(file: File): Promise<string | null> {
  if (file.size > PFX_BYTES)
    throw new AppError('rejected-file', 'The file is too large.', { why: why('pfx-size') });
  try {
    return await toBase64(file);
  } catch {
    return null;
  }
}
