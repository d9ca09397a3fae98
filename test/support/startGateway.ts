import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { trustComputer } from '#core/service/authorities.ts';
import { openGateway, pem } from './certificateGateway.ts';
import type { Gateway, GatewayOptions } from './certificateGateway.ts';

/** Opens a gateway that ends with the test; its own certificate counts until then. */
export async function startGateway(target: string, options: GatewayOptions = {}): Promise<Gateway> {
  trustComputer();
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, pem('certificate')]);
  const gateway = await openGateway(target, options);
  onTestFinished(() => {
    tls.setDefaultCACertificates(before);
    gateway.close();
  });
  return gateway;
}
