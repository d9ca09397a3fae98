import tls from 'node:tls';

let trusted = false;

/**
 * Trusts the authorities that Cabinet brings along and those of this computer's system store.
 *
 * A company puts its own there. Those of `NODE_EXTRA_CA_CERTS` are left out: a variable is no place
 * for a company's decision. Runs once in each thread. Where Node cannot do this (before 22.19), or
 * the system store cannot be read, Node's own authorities stand alone.
 */
export function trustComputer(): void {
  if (trusted) return;
  trusted = true;
  try {
    const all = [...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')];
    tls.setDefaultCACertificates([...new Set(all)]);
  } catch {
    // Then a service behind a company's own authority is refused, and the person is told why.
  }
}
