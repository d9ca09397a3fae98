import tls from 'node:tls';

let trusted = false;

/**
 * Adds to the authorities that Cabinet brings along those that this computer trusts: a company puts
 * its own there. Once for each thread; where the system's cannot be read, the others stand alone.
 */
export function trustComputer(): void {
  if (trusted) return;
  trusted = true;
  try {
    const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
    tls.setDefaultCACertificates([...new Set(all)]);
  } catch {
    // Then a service behind a company's own authority is refused, and the person is told why.
  }
}
