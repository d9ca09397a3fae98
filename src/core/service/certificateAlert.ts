import type { TLSSocket } from 'node:tls';

/**
 * The alerts by which a service requires or refuses a client certificate (RFC 8446 §6.2), in the
 * words of OpenSSL and BoringSSL.
 *
 * Before TLS 1.3, most services send `handshake_failure` when a certificate is missing.
 */
const ALERT =
  /alert[ _](?:no|bad|unsupported)[ _]certificate|alert[ _]certificate[ _](?:revoked|expired|unknown|required)|alert[ _](?:unknown[ _]ca|access[ _]denied|handshake[ _]failure)/i;

/** The same without alerts that may have other reasons, by their codes in Node. */
const ONLY_CERTIFICATE =
  /^ERR_SSL_\w*ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA)$/;

/** Returns whether an error says that the service requires or refused a client certificate. */
export function asksCertificate(text: string): boolean {
  return ALERT.test(text);
}

/** The established connections that use TLS 1.3. */
const modern = new WeakSet<TLSSocket>();

/** Notes the version of a connection, which cannot be asked for after an error. */
export function noteVersion(socket: TLSSocket): void {
  if (socket.getProtocol() === 'TLSv1.3') modern.add(socket);
}

/**
 * Returns whether an alert on an established connection proves that no request was handled.
 *
 * In TLS 1.3 the client finishes first and sends its request at once. The service must check the
 * certificate before it may read that request (RFC 8446 §4.4.4), and answers with an alert if it
 * refuses. On a connection that has received nothing yet, a refused certificate therefore means
 * that the handshake failed. In earlier versions the service finishes last, so that an alert on an
 * established connection belongs to a later negotiation, which proves nothing.
 */
export function isBeforeRequest(socket: TLSSocket, code: string): boolean {
  return modern.has(socket) && socket.bytesRead === 0 && ONLY_CERTIFICATE.test(code);
}
