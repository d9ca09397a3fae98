import { onTestFinished } from 'vitest';
import { openProxy } from './proxyServer.ts';
import type { ProxyOptions, TestProxy } from './proxyServer.ts';

/** Opens a proxy that ends with the test. */
export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const proxy = await openProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}
