/** The schemes of the words in such a list; the others are kept as they are. */
const SCHEMES: Readonly<Record<string, string>> = { proxy: 'http', http: 'http', https: 'https' };

/**
 * Returns the ways of a list as a PAC script returns it, such as `PROXY a.example:8080; DIRECT`.
 *
 * An empty list means `direct`.
 */
export function waysOf(list: string): string[] {
  const entries = list.split(';').flatMap((entry) => {
    const [word = '', address = ''] = entry.trim().split(/\s+/);
    const kind = word.toLowerCase();
    if (kind === '') return [];
    return [kind === 'direct' ? 'direct' : `${SCHEMES[kind] ?? kind}://${address}`];
  });
  return entries.length === 0 ? ['direct'] : entries;
}
