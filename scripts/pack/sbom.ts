import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../build.mjs';
import type { Part } from './licences.ts';

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
const lock = z.object({
  packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })),
});

/**
 * Returns the bill of materials of one package in CycloneDX 1.6, as JSON.
 *
 * It names every part with its version, its licence and the digest of its tarball on the registry.
 * The text depends on nothing else, so two builds of one commit give the same text.
 */
export function sbomOf(parts: readonly Part[]): string {
  const { name, version, license } = manifest.parse(readJson('package.json'));
  const { packages } = lock.parse(readJson('package-lock.json'));
  const own = purlOf(name, version);
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        ...component('application', { name, version, licence: license }),
        'bom-ref': own,
      },
    },
    components: parts.map((part) => ({
      ...component('library', part),
      hashes: hashesOf(packages[`node_modules/${part.name}`]?.integrity),
    })),
    dependencies: [{ ref: own, dependsOn: parts.map((part) => purlOf(part.name, part.version)) }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function component(type: string, { name, version, licence }: Omit<Part, 'text'>) {
  const purl = purlOf(name, version);
  return { type, 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: licence } }] };
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Returns the digest from the lock file in the form of CycloneDX. */
function hashesOf(integrity: string | undefined): { alg: string; content: string }[] {
  const [, base64] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  if (base64 === undefined) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}

function readJson(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
}
