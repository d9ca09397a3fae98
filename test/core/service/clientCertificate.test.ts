import { PassThrough } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { AxiosError } from 'axios';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchIdentified } from '#core/service/fetchPublic.ts';
import { fetchThrough } from '#core/service/fetchThrough.ts';
import { noteVersion } from '#core/service/certificateAlert.ts';
import { failureOf } from '#core/service/exchange.ts';
import { createHttp } from '#core/service/http.ts';
import { readPfx } from '#core/service/pfx.ts';
import { unapplied } from '#core/service/statuses.ts';
import type { ClientCertificate, ProxyServer } from '#core/platform/network.ts';
import { clientCertificate, PASSPHRASE, pfxFile } from '#test/support/certificateGateway.ts';
import { startGateway } from '#test/support/startGateway.ts';
import { through } from '#test/support/proxyServer.ts';
import { startProxy } from '#test/support/startProxy.ts';
import { say } from './support.ts';
import type { Handler } from './support.ts';

const NAME = 'O=Meble\nCN=Anna Nowak';

const created: Handler = (request, response) => {
  request.resume().on('end', () => say(response, 201, { _id: 'a'.repeat(24), kod: 'A' }));
};

/** Sends one write; returns its outcome, null for an accepted one. */
async function write(
  url: string,
  certificate: ClientCertificate | null,
  proxy: ProxyServer | null = null,
) {
  const http = createHttp(url, () => 'token', {
    findCertificate: () => Promise.resolve(certificate),
    findProxy: () => Promise.resolve(proxy),
  });
  onTestFinished(() => http.close());
  return unapplied(await http.send({ method: 'POST', path: '/x', json: {}, limit: 1000 }), true);
}

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('R15: a client certificate over %s', (version) => {
  const gateway = () => startGateway('', { version, answer: created });

  it('is presented with each write, also through a proxy', async () => {
    const { url, names } = await gateway();
    expect(await write(url, clientCertificate())).toBeNull();
    const { server } = through(await startProxy());
    expect(await write(url, clientCertificate(), server)).toBeNull();
    expect(names).toEqual([NAME, NAME]);
  });

  it.each(['directly', 'through a proxy'])(
    'that is missing means that nothing was applied: %s',
    async (way) => {
      const { url, asked } = await gateway();
      const proxy = way === 'directly' ? null : through(await startProxy()).server;
      expect(await write(url, null, proxy)).toMatchObject({
        outcome: 'not-applied',
        cause: 'client-certificate',
        noWords: 'certificate-required',
      });
      expect(asked).toEqual([]);
    },
  );

  it.each(['directly', 'through a proxy'])(
    'that is refused means that nothing was applied: %s',
    async (way) => {
      // The gateway accepts elliptic curves only.
      const sigalgs = 'ECDSA+SHA256:ECDSA+SHA384';
      const { url, asked } = await startGateway('', { version, answer: created, sigalgs });
      expect(await write(url, clientCertificate('client-ec'))).toBeNull();
      const proxy = way === 'directly' ? null : through(await startProxy()).server;
      expect(await write(url, clientCertificate(), proxy)).toMatchObject({
        outcome: 'not-applied',
        cause: 'client-certificate',
        noWords: 'certificate-refused',
      });
      expect(asked).toHaveLength(1);
    },
  );

  it('is presented for files, also through a proxy', async () => {
    const { url, names } = await gateway();
    const file = new URL(`${url}/a.png`);
    expect((await fetchIdentified(file, {}, clientCertificate())).status).toBe(201);
    const { server } = through(await startProxy());
    const got = await fetchThrough(server, file, {}, 'any', undefined, clientCertificate());
    expect(got.status).toBe(201);
    expect(names).toEqual([NAME, NAME]);
  });
});

describe('R15: a connection that breaks for another reason', () => {
  it('leaves the outcome of a write unknown', async () => {
    const { url, asked } = await startGateway('', {
      version: 'TLSv1.3',
      answer: (request) => request.resume().on('end', () => request.socket.destroy()),
    });
    expect(await write(url, clientCertificate())).toMatchObject({ outcome: 'unknown' });
    expect(asked).toEqual(['POST /x']);
  });

  it('leaves it unknown when the gateway ends the connection without an alert', async () => {
    // Node accepts a certificate of any authority in the handshake and hangs up afterwards.
    const { url } = await startGateway('', { version: 'TLSv1.3', answer: created, ca: '' });
    expect(await write(url, clientCertificate())).toMatchObject({ outcome: 'unknown' });
  });
});

describe('R15: an alert about the certificate on an established connection', () => {
  it.each([
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'TLSv1.3', 0, 'certificate-required'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'TLSv1.3', 0, 'certificate-required'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'TLSv1.3', 80, 'broken'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'TLSv1.2', 0, 'broken'],
    ['ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'TLSv1.3', 0, 'broken'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'TLSv1.3', 0, 'broken'],
    ['ECONNRESET', 'TLSv1.3', 0, 'broken'],
  ])('%s over %s after %i bytes: %s', (code, version, bytesRead, failure) => {
    const socket = new TLSSocket(new PassThrough());
    Object.assign(socket, { authorized: true, getProtocol: () => version });
    Object.defineProperty(socket, 'bytesRead', { value: bytesRead });
    noteVersion(socket);
    const thrown = new AxiosError('alert', code, undefined, { socket });
    expect(failureOf(thrown, 'server', null)).toMatchObject({ failure });
  });
});

describe('R15: a gateway that answers in words', () => {
  const page =
    (title: string): Handler =>
    (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(400, { 'content-type': 'text/html' });
        response.end(`<html>\r\n<head><title>400 ${title}</title></head></html>`);
      });
    };

  it.each([
    ['No required SSL certificate was sent', 'certificate-required'],
    ['The SSL certificate error', 'certificate-refused'],
  ])('%s: nothing was applied', async (title, noWords) => {
    const { url } = await startGateway('', { requestCert: false, answer: page(title) });
    const cause = 'client-certificate';
    const expected = { outcome: 'not-applied', cause, noWords };
    expect(await write(url, null)).toMatchObject(expected);
    const given = await write(url, clientCertificate());
    expect(given).toMatchObject({ ...expected, noWords: 'certificate-refused' });
  });

  it('any other page with this status stays what it was', async () => {
    const { url } = await startGateway('', { requestCert: false, answer: page('Bad Request') });
    expect(await write(url, null)).toMatchObject({ outcome: 'refused', status: 400 });
  });
});

describe('R15: a PFX file', () => {
  it('is read with its name and the end of its validity', () => {
    const read = readPfx(pfxFile(), PASSPHRASE);
    expect(read).toMatchObject({ subject: 'O=Meble, CN=Anna Nowak' });
    expect(read).toMatchObject({ validTo: Date.UTC(2081, 8, 1, 2, 42, 43) });
    expect(typeof readPfx(pfxFile('client-open'), '')).toBe('object');
  });

  it.each([
    ['client', 'wrong', 'pfx-passphrase'],
    ['client', '', 'pfx-passphrase'],
    ['client-rc2', PASSPHRASE, 'pfx-old'],
    ['client-without-key', PASSPHRASE, 'pfx-key'],
  ])('%s with %j cannot be used: %s', (name, passphrase, fault) => {
    expect(readPfx(pfxFile(name), passphrase)).toBe(fault);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['a part of one', pfxFile().subarray(0, 900)],
  ])('%s is none', (_name, bytes) => {
    expect(readPfx(bytes, PASSPHRASE)).toBe('pfx-content');
  });

  it('that is far too large is not even read', () => {
    expect(readPfx(Buffer.alloc(70_000), PASSPHRASE)).toBe('pfx-size');
  });
});
