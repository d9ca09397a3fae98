import { Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Sight } from '#contract/files/sights.ts';

/** Shows a file that only its own program can read, by its hash. */
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
