import { create } from 'zustand';
import type { Problem, ProblemFilter, ProblemRef, Rule, Severity } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** What the list of problems shows, and where in it the person is. */
export interface ProblemsView {
  readonly rule: Rule | null;
  readonly severity: Severity | null;
  readonly kind: Kind | null;
  readonly search: string;
  readonly hidden: boolean;
  readonly fixable: boolean;
  /** The row that keys act on, and the one whose record is open beside the list. */
  readonly active: string | null;
  readonly jump: string | null;
  /** The problems that were chosen to be hidden or shown together, by their keys. */
  readonly chosen: ReadonlyMap<string, Problem>;
  /** The one that was chosen last: a range begins there. */
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

/** Shows everything that is not hidden again. */
export function clearProblemFilter(): void {
  const { rule, severity, kind, search, fixable } = FIRST;
  problemsView.setState({ rule, severity, kind, search, fixable });
}

/** Something narrows the list. */
export function isNarrowed({ rule, severity, kind, search, fixable }: ProblemsView): boolean {
  return rule !== null || severity !== null || kind !== null || search.trim() !== '' || fixable;
}

/** The filter as the core takes it. */
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

/** The name of a problem among all others: its place. */
export function keyOf({ kind, id, rule, field }: ProblemRef): string {
  return `${rule} ${kind} ${id} ${field}`;
}

/** Its place alone, as the core takes it. */
export function refOf({ kind, id, rule, field }: ProblemRef): ProblemRef {
  return { kind, id, rule, field };
}

/** Takes problems among the chosen ones, or out when all of them are. */
export function choose(problems: readonly Problem[]): void {
  const chosen = new Map(problemsView.getState().chosen);
  const all = problems.every((problem) => chosen.has(keyOf(problem)));
  for (const problem of problems)
    if (all) chosen.delete(keyOf(problem));
    else chosen.set(keyOf(problem), problem);
  const last = problems.at(-1);
  problemsView.setState({ chosen, anchor: last === undefined ? null : keyOf(last) });
}

/** Takes problems from among the chosen ones: they are not in the list any more. */
export function unchoose(problems: readonly ProblemRef[]): void {
  const chosen = new Map(problemsView.getState().chosen);
  for (const problem of problems) chosen.delete(keyOf(problem));
  problemsView.setState({ chosen });
}

/** Leaves chosen what is in the list: what nobody sees is not acted on. */
export function keepChosen(listed: readonly ProblemRef[]): void {
  const { chosen } = problemsView.getState();
  if (chosen.size === 0) return;
  const names = new Set(listed.map(keyOf));
  const kept = new Map([...chosen].filter(([name]) => names.has(name)));
  if (kept.size < chosen.size) problemsView.setState({ chosen: kept });
}

/** Nothing is chosen any more. */
export function chooseNothing(): void {
  problemsView.setState({ chosen: new Map(), anchor: null });
}
