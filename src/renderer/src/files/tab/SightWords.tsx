import { useTranslation } from 'react-i18next';
import type { Sight } from '#contract/files/sights.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useProcedure } from '../../state/useProcedure.ts';

/** What is known of a file in a few words: its size, or why it cannot be seen. */
export function SightWords({ sight }: { readonly sight: Sight | null }) {
  const { t } = useTranslation();
  const sha256 = sight?.sha256 ?? null;
  const { data } = useProcedure('facts.get', sha256 === null ? null : { sha256s: [sha256] });
  if (sight === null) return <>&nbsp;</>;
  if (sight.sha256 === null) return t(`files.sight.${sight.state}`);
  const facts = data?.facts[0];
  const pixels =
    facts !== undefined && facts.width !== null && facts.height !== null
      ? `${facts.width} × ${facts.height} · `
      : '';
  return (
    <>
      {pixels}
      {sight.size === null ? '' : formatBytes(sight.size)}
    </>
  );
}
