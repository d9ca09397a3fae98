import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Severity } from '#contract/problems.ts';
import './severity.css';

const ICONS: Readonly<Record<Severity, LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  notice: Info,
};

/** Shows the severity by shape and colour, with a hidden text for screen readers. */
export function SeverityIcon({ severity }: { readonly severity: Severity }) {
  const { t } = useTranslation();
  const Icon = ICONS[severity];
  return (
    <span className={`severity severity-${severity}`} title={t(`problems.severity.${severity}`)}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span className="unseen">{t(`problems.severity.${severity}`)}</span>
    </span>
  );
}
