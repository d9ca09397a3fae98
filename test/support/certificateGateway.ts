import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { SecureVersion, TlsOptions } from 'node:tls';
import { TLSSocket } from 'node:tls';
import { readPfx } from '#core/service/pfx.ts';

const FOLDER = path.join(import.meta.dirname, '../fixtures/tls');

/** The passphrase of the PFX files of the tests. */
export const PASSPHRASE = 'Tajne-haslo-4711';

/** Returns the content of a PFX file of the tests, by its name without the ending. */
export const pfxFile = (name = 'client') => fs.readFileSync(path.join(FOLDER, `${name}.pfx`));

/** Returns a client certificate of the authority that the gateway trusts. */
export function clientCertificate(name = 'client') {
  const read = readPfx(pfxFile(name), PASSPHRASE);
  if (typeof read === 'string') throw new Error(read);
  return read.certificate;
}

export interface GatewayOptions extends Pick<
  TlsOptions,
  'sigalgs' | 'requestCert' | 'rejectUnauthorized' | 'ca'
> {
  readonly version?: SecureVersion;
  /** Answers instead of the service. */
  readonly answer?: RequestListener;
}

/** Returns the text of a certificate or key of the tests. */
export const pem = (name: string) => fs.readFileSync(path.join(FOLDER, `${name}.pem`), 'utf8');

/** A running gateway: its address, the requests that it let through, and the names they brought. */
export interface Gateway {
  readonly url: string;
  readonly port: number;
  readonly asked: readonly string[];
  readonly names: readonly (string | undefined)[];
  readonly close: () => void;
}

/**
 * Opens a gateway that asks for a client certificate, as offices put one before a service.
 *
 * It forwards to the service at `target`.
 */
export async function openGateway(target: string, options: GatewayOptions = {}): Promise<Gateway> {
  const { version, answer, ...tlsOptions } = options;
  const asked: string[] = [];
  const names: (string | undefined)[] = [];
  const server = https.createServer(
    {
      key: pem('key'),
      cert: pem('certificate'),
      ca: pem('client-authority'),
      requestCert: true,
      rejectUnauthorized: tlsOptions.requestCert !== false,
      ...(version !== undefined && { minVersion: version, maxVersion: version }),
      ...tlsOptions,
    },
    (request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const { socket } = request;
      names.push(socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.subject : '');
      if (answer !== undefined) return answer(request, response);
      const { method, headers } = request;
      const sent = http.request(new URL(request.url ?? '/', target), { method, headers });
      sent.on('response', (from) => {
        response.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(response);
      });
      sent.on('error', () => response.destroy());
      request.pipe(sent);
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `https://localhost:${address.port}`, port: address.port, asked, names, close };
}
