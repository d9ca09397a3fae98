import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { dataDirOf } from '#core/app/nodePlatform.ts';
import { ProfileHost } from '#core/app/shell/profileHost.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { secretNames } from '#test/support/keptToken.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** The host of a program that keeps its sign-ins in the data folder, as the browser shell does; started anew in `start`. */
function hostIn(start: string): ProfileHost {
  const host = new ProfileHost(testPlatform(dataDirOf(start, undefined)), (each) =>
    Promise.resolve({ ...openCore(each), restart: () => Promise.resolve(true) }),
  );
  onTestFinished(() => host.close().catch(() => undefined));
  return host;
}

describe('the sign-in of a program that keeps it in its data folder', () => {
  async function moved() {
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const folder = tempFolder();
    const [start, to] = [path.join(folder, 'data'), path.join(folder, 'moved')];
    const host = hostIn(start);
    await host.openProfile('default');
    const signIn = () => host.call('session.login', { url: service.url, ...ACCOUNT });
    await signIn();
    await host.moveData(to);
    const again = async () => {
      await host.close();
      const next = hostIn(start);
      await next.openProfile('default');
      return next;
    };
    return { host, signIn, start, to, again };
  }
  const isSignedIn = async (host: ProfileHost) => (await host.call('status.get', {})).signedIn;

  it('is forgotten for good where the person signs out behind a move', async () => {
    const { host, again, to } = await moved();
    await host.call('session.logout', {});
    expect(await isSignedIn(await again())).toBe(false);
    expect(secretNames(to)).toEqual([]);
  });

  it('is kept where the data are, and not in the place that was left', async () => {
    const { host, signIn, start, again } = await moved();
    await host.removeOldData(start);
    expect(await isSignedIn(host)).toBe(true);
    await signIn();
    expect(secretNames(start)).toEqual([]);
    expect(await isSignedIn(await again())).toBe(true);
  });

  it('goes with its profile when that is removed behind a move', async () => {
    const { host, to } = await moved();
    await host.openProfile('other');
    await host.removeProfile('default', 0);
    expect(secretNames(to)).toEqual([]);
  });
});
