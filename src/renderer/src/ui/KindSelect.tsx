import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../i18n/i18n.ts';
import { KIND_ORDER } from '../state/view.ts';
import './select.css';

interface KindSelectProps {
  readonly kind: Kind | null;
  readonly onKind: (kind: Kind | null) => void;
}

/** Filters a list by kind, or shows all kinds. */
export function KindSelect({ kind, onKind }: KindSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('common.kind')}
      value={kind ?? ''}
      onValue={(value) => onKind(KINDS.find((each) => each === value) ?? null)}
      options={[
        { value: '', label: t('common.allKinds') },
        ...KIND_ORDER.map((each) => ({ value: each, label: textOf(resourceOf(each).label) })),
      ]}
    />
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A native select styled like the buttons beside it. */
export function Select({ label, value, onValue, options }: SelectProps) {
  return (
    <span className="select">
      <select aria-label={label} value={value} onChange={(event) => onValue(event.target.value)}>
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
      <ChevronDown size={13} aria-hidden />
    </span>
  );
}
