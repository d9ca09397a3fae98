/**
 * Normalizes numbers: `10.` becomes `10.0`, `1.5f` becomes `1.5`.
 *
 * Texts and picture colours stay unchanged.
 */
export function plainNumbers(raw: string): string {
  if (raw.includes('"')) return raw;
  const pointed = raw.replace(/(\d)\.(?!\d)/g, '$1.0');
  return /0x/i.test(raw)
    ? pointed
    : pointed.replace(/(\d)f(?=[\s,\]]|$)/gi, '$1').replace(/(\d)d(?=[-+]?\d)/gi, '$1e');
}
