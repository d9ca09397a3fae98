import tls from 'node:tls';

let trusted = false;

/**
 * Trusts the certificate authorities bundled with Cabinet and those of the system store.
 *
 * A company puts its own authority into the system store. Those of `NODE_EXTRA_CA_CERTS` are
 * ignored: an environment variable is no place for a company's decision. Runs once in each thread.
 * Where Node cannot do this (before 22.19), or the system store cannot be read, Node's own
 * authorities apply.
 */
export function trustComputer(): void {
  if (trusted) return;
  trusted = true;
  try {
    const all = [...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')];
    tls.setDefaultCACertificates([...new Set(all)]);
  } catch {
    // Then a service with a company's own authority is refused, and the user sees why.
  }
}
