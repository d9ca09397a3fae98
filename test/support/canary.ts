import fs from 'node:fs';
import path from 'node:path';

/** A shorter word may stand anywhere by chance, and an empty one stands everywhere. */
const SHORTEST = 8;

/**
 * Which of these secrets a part holds: as it is, in UTF-16, in hex, percent-encoded, escaped as in JSON, or in base64
 * wherever it begins, also twice. Throws for a secret that is too short to be told from chance.
 */
export function secretsIn(part: Buffer | string, secrets: readonly string[]): readonly string[] {
  const bytes = Buffer.from(part);
  const text = bytes.toString('utf8').toLowerCase();
  const exact = bytes.toString('latin1');
  return secrets.filter((secret) => {
    if (secret.length < SHORTEST) throw new Error(`too short to look for: ${secret}`);
    const { anyCase, sameCase } = formsOf(secret);
    return (
      anyCase.some((form) => text.includes(form)) || sameCase.some((form) => exact.includes(form))
    );
  });
}

/** Which files below a folder hold one of these secrets, in their names or their bytes. Throws where there is no file. */
export function filesWithSecrets(folder: string, secrets: readonly string[]): readonly string[] {
  const files = filesBelow(folder);
  if (files.length === 0) throw new Error(`there is no file below ${folder}`);
  return files.filter((file) =>
    [path.relative(folder, file), fs.readFileSync(file)].some(
      (part) => secretsIn(part, secrets).length > 0,
    ),
  );
}

/** Every file below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

interface Forms {
  readonly anyCase: readonly string[];
  readonly sameCase: readonly string[];
}

const known = new Map<string, Forms>();

function formsOf(secret: string): Forms {
  const forms = known.get(secret) ?? makeForms(secret);
  known.set(secret, forms);
  return forms;
}

function makeForms(secret: string): Forms {
  const wide = Buffer.from(secret, 'utf16le');
  const encodings = [Buffer.from(secret), wide, Buffer.from(wide).swap16()];
  const once = encodings.flatMap(base64Forms);
  const anyCase = [
    secret,
    encodeURIComponent(secret),
    percentEncoded(secret),
    escaped(secret),
    ...encodings.map((bytes) => bytes.toString('hex')),
  ];
  return {
    anyCase: anyCase.map((form) => form.toLowerCase()),
    sameCase: [
      ...encodings.slice(1).map((bytes) => bytes.toString('latin1')),
      ...once,
      ...once.flatMap((form) => base64Forms(Buffer.from(form))),
    ],
  };
}

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

/** The letters of a base64 text that stand for these bytes alone, after 0, 1 or 2 bytes before them. */
function base64Forms(secret: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), secret]);
    const own = (text: string) =>
      text.slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
    return [own(bytes.toString('base64')), own(bytes.toString('base64url'))];
  });
}
