import { useTranslation } from 'react-i18next';
import type { Sight } from '#contract/files/sights.ts';
import { formatBytes } from '../../i18n/format.ts';
import { faultText } from '../../viewer3d/words.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { lookOf } from '../model/intake.ts';
import { useFault } from '../thumbs/useSight.ts';

/** Facts of a file in a few words: its size, or why it cannot be shown. */
export function SightWords({ sight }: { readonly sight: Sight | null }) {
  const { t } = useTranslation();
  const sha256 = sight?.sha256 ?? null;
  const { data } = useProcedure('facts.get', sha256 === null ? null : { sha256s: [sha256] });
  const fault = useFault(lookOf(sight?.name ?? '') === 'picture' ? sight : null);
  if (sight === null) return <>&nbsp;</>;
  if (sight.sha256 === null) return t(`files.sight.${sight.state}`);
  if (fault !== null) {
    const why = faultText(t, fault);
    return <span className="sight-fault">{why}</span>;
  }
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
