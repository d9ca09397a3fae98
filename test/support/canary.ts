/** Which of these secrets a part holds: as it is, in base64 wherever it begins, percent-encoded, in hex. */
export function secretsIn(part: Buffer, secrets: readonly string[]): readonly string[] {
  const text = part.toString('utf8').toLowerCase();
  const exact = part.toString('latin1');
  return secrets.filter(
    (secret) =>
      [
        secret,
        encodeURIComponent(secret),
        percentEncoded(secret),
        hexOf(secret),
        escaped(secret),
      ].some((form) => text.includes(form.toLowerCase())) ||
      base64Forms(secret).some((form) => exact.includes(form)),
  );
}

const hexOf = (secret: string) => Buffer.from(secret).toString('hex');

/** Every byte encoded, also those that need not be. */
const percentEncoded = (secret: string) =>
  [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** As JSON may write it. */
const escaped = (secret: string) =>
  Array.from(secret, (letter) =>
    letter.charCodeAt(0) < 128
      ? letter
      : String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('');

/** The letters of a base64 text that stand for the secret alone, after 0, 1 or 2 bytes before it. */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const own = (text: string) =>
      text.slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
    return [own(bytes.toString('base64')), own(bytes.toString('base64url'))];
  });
}
