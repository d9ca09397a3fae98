import { Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Sight } from '#contract/files/sights.ts';

/** A file whose inside nobody outside its program can read: kept, sent, and told by its hash. */
export function Opaque({ sight }: { readonly sight: Sight }) {
  const { t } = useTranslation();
  return (
    <div className="files-opaque">
      <p>
        <Package size={13} aria-hidden /> {t('files.tab.opaque')}
      </p>
      <p className="mono quiet">SHA-256 {sight.sha256}</p>
    </div>
  );
}
