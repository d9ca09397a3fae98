import { session } from 'electron';
import type { SystemProxy } from '#core/platform/platform.ts';
import { waysOf } from '#core/service/proxyList.ts';

/** Returns the proxies that the system's settings or their script (PAC) name for an address. */
export const desktopProxy: SystemProxy = async (url) =>
  waysOf(await session.defaultSession.resolveProxy(url));
