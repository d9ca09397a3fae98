import { useTranslation } from 'react-i18next';
import { RULE_NAMES, RULES, SEVERITIES } from '#contract/problems.ts';
import type { Rule, Severity } from '#contract/problems.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatCount } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import type { ProblemCounts } from '../../state/problemCounts.ts';
import { KIND_ORDER } from '../../state/view.ts';
import { problemsView } from './problemsView.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import './facets.css';

interface FacetsProps {
  readonly counts: ProblemCounts | null;
}

/** Lists the rules with their counts by severity, and the completeness of each kind. */
export function Facets({ counts }: FacetsProps) {
  const { t } = useTranslation();
  const view = problemsView();
  const sums = sumsOf(counts, view.hidden);
  const all = view.rule === null && view.severity === null;
  return (
    <nav className="facets scroll" aria-label={t('problems.facets')}>
      <Facet
        label={t('problems.all')}
        count={sums.all}
        current={all}
        onPick={() => problemsView.setState({ rule: null, severity: null })}
      />
      {SEVERITIES.map((severity) => (
        <SeverityFacets key={severity} severity={severity} sums={sums} />
      ))}
      {counts !== null && <Completeness counts={counts} />}
    </nav>
  );
}

interface Sums {
  readonly all: number;
  readonly rule: (rule: Rule) => number;
}

function sumsOf(counts: ProblemCounts | null, hidden: boolean): Sums {
  const by = new Map<Rule, number>();
  for (const each of counts?.counts ?? [])
    by.set(each.rule, (by.get(each.rule) ?? 0) + (hidden ? each.hidden : each.count));
  const all = [...by.values()].reduce((sum, count) => sum + count, 0);
  return { all, rule: (rule) => by.get(rule) ?? 0 };
}

interface SeverityFacetsProps {
  readonly severity: Severity;
  readonly sums: Sums;
}

function SeverityFacets({ severity, sums }: SeverityFacetsProps) {
  const { t } = useTranslation();
  const current = problemsView((view) => view.severity);
  const rule = problemsView((view) => view.rule);
  const rules = RULE_NAMES.filter((each) => RULES[each].severity === severity);
  const shown = rules.filter((each) => sums.rule(each) > 0 || each === rule);
  const count = rules.reduce((sum, each) => sum + sums.rule(each), 0);
  if (shown.length === 0) return null;
  return (
    <section className="facet-group">
      <Facet
        strong
        severity={severity}
        label={t(`problems.severities.${severity}`)}
        count={count}
        current={current === severity && rule === null}
        onPick={() => problemsView.setState({ severity, rule: null })}
      />
      {shown.map((each) => (
        <Facet
          key={each}
          label={t(`problems.rules.${each}.title`)}
          count={sums.rule(each)}
          current={rule === each}
          onPick={() => problemsView.setState({ rule: each, severity: null })}
        />
      ))}
    </section>
  );
}

interface FacetProps {
  readonly label: string;
  readonly count: number;
  readonly current: boolean;
  readonly onPick: () => void;
  readonly severity?: Severity;
  readonly strong?: boolean;
}

function Facet({ label, count, current, onPick, severity, strong = false }: FacetProps) {
  return (
    <button
      type="button"
      className={strong ? 'facet facet-strong' : 'facet'}
      aria-pressed={current}
      onClick={onPick}
    >
      {severity !== undefined && <SeverityIcon severity={severity} />}
      <span className="cut">{label}</span>
      <span className="facet-count num">{formatCount(count)}</span>
    </button>
  );
}

function Completeness({ counts }: { readonly counts: ProblemCounts }) {
  const { t } = useTranslation();
  return (
    <section className="complete" aria-label={t('problems.complete.title')}>
      <h2 className="heading">{t('problems.complete.title')}</h2>
      <dl>
        {KIND_ORDER.map((kind) => {
          const share = counts.completeness.find((each) => each.kind === kind);
          if (share === undefined || share.records === 0) return null;
          const { filled, wanted } = share;
          const percent = wanted === 0 ? 100 : Math.floor((filled / wanted) * 100);
          return (
            <div key={kind} title={t('problems.complete.of', { filled, wanted })}>
              <dt>{textOf(resourceOf(kind).label)}</dt>
              <dd className="num">{percent}%</dd>
              <i className="complete-bar" aria-hidden>
                <b style={{ width: `${percent}%` }} />
              </i>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
