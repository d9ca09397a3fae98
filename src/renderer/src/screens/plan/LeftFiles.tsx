import { useTranslation } from 'react-i18next';
import { errorText } from '../../ui/ErrorNotice.tsx';
import type { Left } from './takeFiles.ts';

/** The lines of a list that name each file which found no place, and why. */
export function LeftFiles({ left }: { readonly left: readonly Left[] }) {
  const { t } = useTranslation();
  return left.map(({ name, why }, at) => (
    // Two files of one name can be left.
    // oxlint-disable-next-line react/no-array-index-key
    <li key={`${at} ${name}`} className="plan-file plan-fault">
      <span className="cut">{name}</span>
      <span>{typeof why === 'string' ? t(`plan.left.${why}`) : errorText(t, why)}</span>
    </li>
  ));
}
