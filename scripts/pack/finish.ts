import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { foreignTerms, parts, writeNotices } from './licences.ts';
import type { Part } from './licences.ts';
import { sbomOf } from './sbom.ts';

const PACKAGE = /\.(exe|dmg|zip|AppImage|deb|tgz)$/;
const SUMS = 'SHA256SUMS';
const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'ERR_NON_2XX_3XX_RESPONSE']); // prettier-ignore

/**
 * Writes the licence notices of all parts into the built program and returns the parts.
 *
 * Throws on a licence that is not on the allowed list.
 */
export function agreedParts(): Part[] {
  const all = parts();
  const foreign = foreignTerms(all).map(({ name, licence }) => `${name} (${licence})`);
  if (foreign.length > 0) throw new Error(`Nobody agreed to the terms of ${foreign.join(', ')}.`);
  writeNotices(all);
  return all;
}

/** Writes a bill of materials beside each package, and the checksums of all files. */
export async function finish(folder: string, inside: readonly Part[]): Promise<void> {
  const packages = fs.readdirSync(folder).filter((name) => PACKAGE.test(name));
  for (const name of packages) {
    const bill = path.join(folder, `${name}.cdx.json`);
    // The folder may also hold a package of the other kind (terminal or desktop). That one keeps
    // its bill of materials.
    if (!fs.existsSync(bill) || isOlder(bill, path.join(folder, name)))
      fs.writeFileSync(bill, sbomOf(inside));
  }
  const listed = packages.flatMap((name) => [name, `${name}.cdx.json`]).toSorted();
  const lines: string[] = [];
  for (const name of listed) lines.push(`${await sha256(path.join(folder, name))}  ${name}\n`);
  fs.writeFileSync(path.join(folder, SUMS), lines.join(''));
}

/** Returns one sentence for a failed download; null for any other error. */
export function downloadFault(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (!UNREACHABLE.has(code)) return downloadFault(thrown.cause);
  return `Electron or a tool of electron-builder could not be downloaded (${thrown.message}). Allow github.com and its download hosts, or name your own copies in ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR.`;
}

function isOlder(one: string, other: string): boolean {
  return fs.statSync(one).mtimeMs < fs.statSync(other).mtimeMs;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
