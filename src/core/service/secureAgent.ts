import https from 'node:https';
import type { RequestOptions } from 'node:https';
import tls from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { ClientCertificate } from '../platform/network.ts';
import { noteVersion } from './certificateAlert.ts';

/** The connections to https services; the version of each is noted. */
export class SecureAgent extends https.Agent {
  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const socket = super.createConnection(options, callback);
    if (socket instanceof tls.TLSSocket) socket.once('secureConnect', () => noteVersion(socket));
    return socket;
  }
}

/** The part of the TLS options that holds a client certificate. */
interface Identity {
  readonly secureContext?: SecureContext;
}

/** Unlocking a private key takes thousands of rounds of hashing, so it is done once. */
const unlocked = new WeakMap<ClientCertificate, SecureContext>();

/** Returns the TLS options that present a certificate; none for null. */
export function identityOf(certificate: ClientCertificate | null): Identity {
  if (certificate === null) return {};
  const { pfx, passphrase } = certificate;
  const secureContext = unlocked.get(certificate) ?? tls.createSecureContext({ pfx, passphrase });
  unlocked.set(certificate, secureContext);
  return { secureContext };
}
