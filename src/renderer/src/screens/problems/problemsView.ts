import { create } from 'zustand';
import type { Problem, ProblemFilter, ProblemRef, Rule, Severity } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** The filters, selection and position of the list of problems. */
export interface ProblemsView {
  readonly rule: Rule | null;
  readonly severity: Severity | null;
  readonly kind: Kind | null;
  readonly search: string;
  readonly hidden: boolean;
  readonly fixable: boolean;
  /** The key of the row that keys act on. */
  readonly active: string | null;
  readonly jump: string | null;
  /** The selected problems by their keys. */
  readonly chosen: ReadonlyMap<string, Problem>;
  /** The key of the last selected problem, where a range begins. */
  readonly anchor: string | null;
  readonly opened: { readonly kind: Kind; readonly id: string } | null;
  readonly scroll: number;
}

const FIRST: ProblemsView = {
  rule: null,
  severity: null,
  kind: null,
  search: '',
  hidden: false,
  fixable: false,
  active: null,
  jump: null,
  chosen: new Map(),
  anchor: null,
  opened: null,
  scroll: 0,
};

export const problemsView = create<ProblemsView>(() => FIRST);

/** Clears the filters; the choice between shown and hidden problems stays. */
export function clearProblemFilter(): void {
  const { rule, severity, kind, search, fixable } = FIRST;
  problemsView.setState({ rule, severity, kind, search, fixable });
}

/** Returns whether a filter is set. */
export function isNarrowed({ rule, severity, kind, search, fixable }: ProblemsView): boolean {
  return rule !== null || severity !== null || kind !== null || search.trim() !== '' || fixable;
}

/** Returns the filter in the form that the core expects. */
export function filterOf(view: ProblemsView): ProblemFilter {
  return {
    ...(view.rule === null ? {} : { rules: [view.rule] }),
    ...(view.severity === null ? {} : { severities: [view.severity] }),
    ...(view.kind === null ? {} : { kinds: [view.kind] }),
    ...(view.search.trim() === '' ? {} : { search: view.search.trim() }),
    ...(view.fixable ? { fixable: true } : {}),
    ...(view.hidden ? { hidden: true } : {}),
  };
}

/** Returns the unique key of a problem, made from its reference. */
export function keyOf({ kind, id, rule, field }: ProblemRef): string {
  return `${rule} ${kind} ${id} ${field}`;
}

/** Returns only the reference of a problem. */
export function refOf({ kind, id, rule, field }: ProblemRef): ProblemRef {
  return { kind, id, rule, field };
}

/** Adds problems to the selection, or removes them if all are selected. */
export function choose(problems: readonly Problem[]): void {
  const chosen = new Map(problemsView.getState().chosen);
  const all = problems.every((problem) => chosen.has(keyOf(problem)));
  for (const problem of problems)
    if (all) chosen.delete(keyOf(problem));
    else chosen.set(keyOf(problem), problem);
  const last = problems.at(-1);
  problemsView.setState({ chosen, anchor: last === undefined ? null : keyOf(last) });
}

/** Removes problems that left the list from the selection. */
export function unchoose(problems: readonly ProblemRef[]): void {
  const chosen = new Map(problemsView.getState().chosen);
  for (const problem of problems) chosen.delete(keyOf(problem));
  problemsView.setState({ chosen });
}

/** Removes unlisted problems from the selection, so that no invisible one is acted on. */
export function keepChosen(listed: readonly ProblemRef[]): void {
  const { chosen } = problemsView.getState();
  if (chosen.size === 0) return;
  const names = new Set(listed.map(keyOf));
  const kept = new Map([...chosen].filter(([name]) => names.has(name)));
  if (kept.size < chosen.size) problemsView.setState({ chosen: kept });
}

/** Clears the selection. */
export function chooseNothing(): void {
  problemsView.setState({ chosen: new Map(), anchor: null });
}
