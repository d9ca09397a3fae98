const CHUNK = 0x8000;

/** Returns the bytes of a blob in base64. */
export async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCodePoint(...bytes.subarray(from, from + CHUNK));
  return btoa(text);
}
