import { hash } from 'node:crypto';

/** Bytes of a digest: enough that two different texts never share one. */
export const DIGEST_BYTES = 16;

/**
 * A short digest of a record's bytes: equal digests, equal records. By way of a text: what the hash gives as
 * bytes is memory of its own, which takes longer to get and to give back than a record takes to be hashed.
 */
export function digestOf(bytes: Uint8Array): Buffer {
  const digest = Buffer.allocUnsafe(DIGEST_BYTES);
  digest.write(hash('sha256', bytes, 'binary'), 0, DIGEST_BYTES, 'latin1');
  return digest;
}
