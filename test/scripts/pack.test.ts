import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { downloadFault, finish } from '../../scripts/pack/finish.ts';
import { partOf } from '../../scripts/pack/licences.ts';
import { sbomOf } from '../../scripts/pack/sbom.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const inside = ['better-sqlite3', '@mantine/core', 'electron'].map(partOf);
let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-dist-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  metadata: z.object({ component: z.object({ name: z.string(), purl: z.string() }) }),
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.tuple([z.object({ license: z.object({ id: z.string() }) })]),
      hashes: z.tuple([z.object({ alg: z.literal('SHA-512'), content: z.hex().length(128) })]),
    }),
  ),
  dependencies: z.tuple([z.object({ ref: z.string(), dependsOn: z.array(z.string()) })]),
});

describe('the bill of materials', () => {
  it('names every part with its version, licence and digest', () => {
    const { metadata, components, dependencies } = bill.parse(JSON.parse(sbomOf(inside)));
    expect(metadata.component).toMatchObject({ name: 'cabinet', purl: dependencies[0].ref });
    expect(components.map(({ name }) => name)).toEqual(inside.map(({ name }) => name));
    expect(components[1]?.purl).toBe(`pkg:npm/%40mantine/core@${inside[1]?.version}`);
    expect(dependencies[0].dependsOn).toEqual(components.map((each) => each['bom-ref']));
  });

  it('lies beside each package, and the checksums hold for both', async () => {
    for (const name of ['Cabinet-1.0.0-x64-setup.exe', 'cabinet_1.0.0_amd64.deb', 'latest.yml'])
      fs.writeFileSync(path.join(folder, name), name);
    await finish(folder, inside);
    expect(fs.readdirSync(folder).toSorted()).toEqual([
      'Cabinet-1.0.0-x64-setup.exe',
      'Cabinet-1.0.0-x64-setup.exe.cdx.json',
      'SHA256SUMS',
      'cabinet_1.0.0_amd64.deb',
      'cabinet_1.0.0_amd64.deb.cdx.json',
      'latest.yml',
    ]);
    const sums = fs.readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8');
    expect(sums.trim().split('\n')).toHaveLength(4);
  });

  it.runIf(process.platform === 'linux')('has checksums that sha256sum accepts', async () => {
    fs.writeFileSync(path.join(folder, 'cabinet-1.0.0.tgz'), 'a package');
    await finish(folder, inside);
    const { status } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder });
    expect(status).toBe(0);
    fs.appendFileSync(path.join(folder, 'cabinet-1.0.0.tgz'), '.');
    expect(spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder }).status).toBe(1);
  });
});

describe('a download that fails while packing', () => {
  it('is said in one sentence that names the mirrors', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), {
      code: 'ENOTFOUND',
    });
    const sentence = downloadFault(new Error('cannot pack', { cause }));
    expect(sentence).toContain('ENOTFOUND github.com');
    expect(sentence).toContain('ELECTRON_MIRROR');
    expect(sentence).not.toContain('\n');
  });

  it('is not blamed for another fault', () => {
    expect(downloadFault(new Error('no such option'))).toBe(null);
  });
});

describe('the package of the terminal', () => {
  it('says how it is made where it was made without its program', () => {
    fs.mkdirSync(path.join(folder, 'bin'));
    const start = path.join(folder, 'bin', 'cabinet.mjs');
    fs.copyFileSync(path.join(root, 'bin', 'cabinet.mjs'), start);
    const { stderr, status } = spawnSync(process.execPath, [start], { encoding: 'utf8' });
    expect(stderr).toMatch(/^This package was made without its program\.[^\n]+\n$/);
    expect(status).toBe(5);
  });

  it('comes under a licence that lies beside it', () => {
    const { license } = z
      .object({ license: z.string() })
      .parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));
    expect(license).toBe('MIT');
    expect(fs.readFileSync(path.join(root, 'LICENSE'), 'utf8')).toMatch(/^MIT License\n/);
  });
});
