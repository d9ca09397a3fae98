import { ModelFault } from './types.ts';

/**
 * Returns the size of unpacked data without storing it.
 *
 * Throws `brokenOffset` if it differs from `promised`.
 */
export async function unpackedSize(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  promised: number,
  offset: number,
): Promise<number> {
  let size = 0;
  for await (const chunk of unfold(packed, format, offset)) {
    size += chunk.length;
    if (size > promised) throw new ModelFault('brokenOffset', { offset });
  }
  if (size < promised) throw new ModelFault('brokenOffset', { offset });
  return size;
}

/** Unpacks gzip up to `limit` bytes. */
export function gunzip(
  packed: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return unpack(packed, 'gzip', limit, 0);
}

/** Unpacks data of a file up to `limit` bytes; `offset` is its position for errors. */
export async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  limit: number,
  offset: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unfold(packed, format, offset)) {
    size += chunk.length;
    if (size > limit) throw new ModelFault('tooLong', { limit, offset });
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function* unfold(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  offset: number,
): AsyncGenerator<Uint8Array> {
  const reader = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream(format))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (thrown) {
    if (thrown instanceof ModelFault) throw thrown;
    throw new ModelFault('brokenOffset', { offset }, String(thrown));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
