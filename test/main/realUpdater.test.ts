import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type * as ElectronUpdater from 'electron-updater';
import { expect, it, onTestFinished } from 'vitest';
import type * as AppDouble from './double/app.ts';
import { nativeLoad } from '#test/support/built.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { followUpdates } from '../../src/main/updates.ts';

/** Returns the real updater of Windows on the fake Electron; nothing is ever installed. */
function windowsUpdater() {
  const place = (name: string) => new URL(`double/${name}.ts`, import.meta.url);
  nativeLoad(place('register'));
  const { realApp } = nativeLoad(place('app')) as typeof AppDouble;
  const load = createRequire(import.meta.url);
  const { NsisUpdater } = load('electron-updater') as typeof ElectronUpdater;
  const folder = tempFolder();
  const config = path.join(folder, 'app-update.yml');
  fs.writeFileSync(config, 'publisherName:\n  - Company\nupdaterCacheDirName: cabinet-updater\n');
  // The updater looks for that file here, and keeps its downloads here.
  Object.assign(process, { resourcesPath: folder });
  process.env['XDG_CACHE_HOME'] = folder;
  const installed: unknown[] = [];
  class Watched extends NsisUpdater {
    protected override doInstall(options: unknown): boolean {
      installed.push(options);
      return true;
    }
  }
  const updater = new Watched();
  updater.logger = null;
  // The signature check of the installer needs Windows itself.
  updater.verifyUpdateCodeSignature = () => Promise.resolve(null);
  const quit = () => realApp.emit('quit', {}, 0);
  return { updater, quit, installed, resources: folder };
}

const installerOf = (version: string) => `the installer of ${version}`;

/** Starts an update server that offers one version, and sends `sent` as its installer. */
async function startFeed(version: string, sent: string) {
  const installer = installerOf(version);
  const sha512 = createHash('sha512').update(installer).digest('base64');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    // The channel's file is named after the system on which this test runs.
    const [name = ''] = (request.url ?? '')
      .replace(/^\/latest[\w-]*\.yml/, '/latest.yml')
      .split('?');
    asked.push(name);
    if (name === '/latest.yml')
      response.end(
        `version: ${version}\nfiles:\n  - url: setup.exe\n    sha512: ${sha512}\n    size: ${installer.length}\n`,
      );
    else if (name === '/setup.exe') response.end(sent);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function follow(version: string, sent = installerOf(version)) {
  const feed = await startFeed(version, sent);
  const windows = windowsUpdater();
  const session = new AbortController();
  const stop = new AbortController();
  const ready: string[] = [];
  const log: string[] = [];
  let looks = 0;
  const updater = windows.updater;
  let fetched: Promise<unknown> = Promise.resolve();
  const check = updater.checkForUpdates.bind(updater);
  updater.checkForUpdates = async () => {
    const found = await check();
    fetched = found?.downloadPromise ?? Promise.resolve();
    return found;
  };
  await followUpdates(
    {
      policy: { url: feed.url, channel: 'latest' },
      platform: 'win32',
      resources: windows.resources,
      packaged: true,
      dataInProgram: false,
      clock: {
        now: () => 0,
        monotonicMs: () => 0,
        sleep: async () => {
          await fetched.catch(() => undefined);
          looks += 1;
          if (looks > 1) stop.abort();
        },
      },
      log: (_level, sentence) => void log.push(sentence),
      load: () => Promise.resolve(updater),
      ready: (found) => void ready.push(found),
      sessionEnd: session.signal,
    },
    stop.signal,
  );
  return { ...windows, session, ready, log, asked: feed.asked };
}

it('the updater itself fetches a newer version and puts it in place when Cabinet ends', async () => {
  const { ready, log, asked, quit, installed } = await follow('2.0.0');
  expect({ ready, log }).toEqual({ ready: ['2.0.0'], log: [] });
  expect(asked).toEqual(expect.arrayContaining(['/latest.yml', '/setup.exe']));
  expect(installed).toEqual([]);
  quit();
  expect(installed).toHaveLength(1);
});

it('the updater itself puts nothing in place where the session of the system ends', async () => {
  const { ready, session, quit, installed } = await follow('2.0.0');
  expect(ready).toEqual(['2.0.0']);
  session.abort();
  quit();
  expect(installed).toEqual([]);
});

it('the updater itself takes no installer but the one that was named', async () => {
  const { ready, log, quit, installed } = await follow('2.0.0', 'the installer of 6.6.6');
  expect(ready).toEqual([]);
  expect(log).toEqual([expect.stringContaining('sha512')]);
  quit();
  expect(installed).toEqual([]);
});

it('the updater itself takes no older version', async () => {
  const { ready, asked, log } = await follow('1.0.0');
  expect({ ready, asked, log }).toEqual({ ready: [], asked: ['/latest.yml'], log: [] });
});
