import { hash } from 'node:crypto';

/** Bytes of a digest, enough that two different texts never share one. */
export const DIGEST_BYTES = 16;

/**
 * Returns a short digest of a record's bytes; equal digests mean equal records.
 *
 * The hash is taken as text. As bytes it would be a separate buffer, whose allocation and release
 * take longer than hashing a record.
 */
export function digestOf(bytes: Uint8Array): Buffer {
  const digest = Buffer.allocUnsafe(DIGEST_BYTES);
  digest.write(hash('sha256', bytes, 'binary'), 0, DIGEST_BYTES, 'latin1');
  return digest;
}
