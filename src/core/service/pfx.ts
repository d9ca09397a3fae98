import { hash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import tls from 'node:tls';
import { PFX_BYTES } from '#contract/certificate.ts';
import type { PFX_FAULTS } from '#contract/certificate.ts';
import type { ClientCertificate } from '../platform/network.ts';
import { roundsOf } from './pfxRounds.ts';

export type PfxFault = (typeof PFX_FAULTS)[number];

/** A PFX file that was read: its certificate, the name in it, and the end of its validity. */
export interface ReadPfx {
  readonly certificate: ClientCertificate;
  readonly subject: string;
  readonly validTo: number;
}

/** Programs use up to 600,000 rounds; three million take about three seconds, at each reading. */
const MOST_ROUNDS = 3_000_000;
/** A longer name helps nobody. */
const LONGEST_SUBJECT = 200;

/** Reads a PFX file; returns its fault when it cannot be used. The clock is not asked. */
export function readPfx(pfx: Buffer, passphrase: string): ReadPfx | PfxFault {
  if (pfx.length > PFX_BYTES) return 'pfx-size';
  if (roundsOf(pfx) > MOST_ROUNDS) return 'pfx-rounds';
  let secureContext: tls.SecureContext;
  try {
    secureContext = tls.createSecureContext({ pfx, passphrase });
  } catch (thrown) {
    return faultOf(thrown);
  }
  // Node shows a context's own certificate only on a connection; this one sends nothing.
  const socket = new tls.TLSSocket(new PassThrough(), { secureContext });
  socket.on('error', () => undefined);
  try {
    const own = socket.getX509Certificate();
    if (own === undefined) return 'pfx-key';
    const id = hash('sha256', JSON.stringify([pfx.toString('base64'), passphrase]));
    return {
      certificate: { id, pfx, passphrase },
      subject: own.subject.split('\n').join(', ').slice(0, LONGEST_SUBJECT),
      validTo: Date.parse(own.validTo),
    };
  } finally {
    socket.destroy();
  }
}

/** The words of OpenSSL and BoringSSL; the latter is used by Electron. */
const FAULTS = [
  [/mac verify|incorrect[ _]password/i, 'pfx-passphrase'],
  [/unsupported|unknown[ _](?:algorithm|cipher|digest)/i, 'pfx-old'],
  [/private key|no certificate|load certificate/i, 'pfx-key'],
] as const;

function faultOf(thrown: unknown): PfxFault {
  const text = thrown instanceof Error ? thrown.message : '';
  return FAULTS.find(([words]) => words.test(text))?.[1] ?? 'pfx-content';
}
