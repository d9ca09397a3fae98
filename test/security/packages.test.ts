import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import config from '../../electron-builder.config.mjs';

const lock = z
  .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
  .parse(
    JSON.parse(fs.readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
  ).packages;

/** The versions of a package that are installed, wherever they lie. */
function installed(name: string): string[] {
  return Object.entries(lock).flatMap(([place, { version }]) =>
    place.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  );
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

describe('what is packed', () => {
  it('E12: closes every door of Electron that Cabinet does not use', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(config.asar).toBe(true);
  });

  it.each([
    ['axios', '1.18.0'],
    ['form-data', '4.0.4'],
    ['electron', '45.0.0'],
    ['ws', '8.17.1'],
  ])('E13: holds no %s from before %s', (name, least) => {
    const versions = installed(name);
    expect(versions).not.toEqual([]);
    for (const version of versions) expect(isAtLeast(version, least), version).toBe(true);
  });
});
