import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import config from '../../electron-builder.config.mjs';
import { linuxFaults } from '../../scripts/pack/linuxPackages.ts';

const lock = z
  .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
  .parse(
    JSON.parse(fs.readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
  ).packages;

/** Returns all installed versions of a package, wherever they are. */
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
      enableCookieEncryption: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    // Only listed files are beside the sealed archive.
    expect(config.asar).toEqual({ smartUnpack: false });
  });

  it('E12: allows the hardened runtime of macOS nothing but what V8 needs', () => {
    const { entitlements, entitlementsInherit } = config.mac ?? {};
    expect(entitlementsInherit).toBe(entitlements);
    const list = fs.readFileSync(new URL(`../../${entitlements}`, import.meta.url), 'utf8');
    expect([...list.matchAll(/<key>(.+)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });

  it('E12: starts no Linux package without the sandbox', () => {
    expect(config.appImage?.executableArgs).toEqual([]);
    const packed = { kind: 'AppImage', install: '' } as const;
    expect(linuxFaults({ ...packed, entry: '[Desktop Entry]\nExec=AppRun %U\n' })).toEqual([]);
    expect(
      linuxFaults({ ...packed, entry: '[Desktop Entry]\nExec=AppRun --no-sandbox %U\n' }),
    ).toEqual(['AppImage starts `AppRun --no-sandbox %U` instead of `AppRun %U`']);
  });

  it('leaves the name of the terminal to the terminal', () => {
    const entry = 'Exec=/opt/Cabinet/cabinet-desktop %U\n';
    const install = "ln -sf '/opt/Cabinet/cabinet' '/usr/bin/cabinet'";
    expect(linuxFaults({ kind: 'deb', entry, install })).toEqual([
      "deb takes the terminal's name /usr/bin/cabinet",
    ]);
    const own = "ln -sf '/opt/Cabinet/cabinet-desktop' '/usr/bin/cabinet-desktop'";
    expect(linuxFaults({ kind: 'deb', entry, install: own })).toEqual([]);
  });

  it.each(['x64', 'arm64'])('asks for the C library that the driver for %s needs', (arch) => {
    const driver = `../../node_modules/better-sqlite3/prebuilds/linux-${arch}.node`;
    const binary = fs.readFileSync(new URL(driver, import.meta.url), 'latin1');
    const versions = [...binary.matchAll(/GLIBC_(2\.\d+)/g)].map(([, version = '']) => version);
    const newest = versions.reduce((one, other) => (isAtLeast(one, other) ? one : other));
    expect(config.deb?.depends).toContain(`libc6 (>= ${newest})`);
  });

  it('makes one Windows installer for each processor', () => {
    expect(config.nsis?.buildUniversalInstaller).toBe(false);
  });

  it('runs no action of a workflow by a name that can be moved', () => {
    const workflow = new URL('../../.github/workflows/desktop.yml', import.meta.url);
    const uses = [...fs.readFileSync(workflow, 'utf8').matchAll(/uses: (\S+)/g)];
    expect(uses).not.toEqual([]);
    for (const [, action] of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('keeps what only the benchmark uses out of the lock file', () => {
    const builds = Object.keys(lock).filter((place) => /pouchdb|leveldown/.test(place));
    expect(builds).toEqual([]);
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
