import { hash } from 'node:crypto';

/** Bytes of a digest: enough that two different texts never share one. */
export const DIGEST_BYTES = 16;

/** A short digest of a record's bytes: equal digests, equal records. */
export function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, DIGEST_BYTES);
}
