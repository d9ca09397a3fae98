import type { LaneName } from './lanes.ts';
import { Coverage } from './coverage.ts';
import type { Topic } from './coverage.ts';
import type { Tally } from './jobs.ts';
import { INVARIANTS } from './oracle.ts';

/** The result of one proof, for people and for programs. */
export interface Report {
  readonly lane: LaneName | 'custom';
  readonly at: string;
  readonly seconds: number;
  readonly seeds: readonly { readonly from: number; readonly count: number }[];
  readonly regressions: number;
  readonly processKills: number;
  readonly tally: Tally;
  readonly gaps: readonly string[];
}

const TOPICS: Readonly<Record<Topic, string>> = {
  action: 'things that happen at the desk, at the service, to the machine',
  fault: 'faults on the wire',
  pair: 'pairs of faults in one schedule',
  state: 'states of an operation',
  reason: 'reasons shown to a person',
  cell: 'pairs of a state and what happens in it',
  death: 'kinds of seam call × kill or power cut',
  gap: 'answers to what the document leaves open',
  amended: 'what a refused creation met while it was changed',
  behind: 'what was sent while copies hid what a Refresh had shown',
};

const number = (value: number) => value.toLocaleString('en-GB');

/** The report as a page. */
export function page(report: Report): string {
  const { tally } = report;
  const reached = new Coverage();
  reached.add(tally.coverage);
  const figures: readonly (readonly [string, string])[] = [
    ['schedules', number(tally.schedules)],
    ['seeds', report.seeds.map(({ from, count }) => `${from}–${from + count - 1}`).join(', ')],
    ['operations by the person', number(tally.operations)],
    ['requests', number(tally.requests)],
    ['faults on the wire', number(tally.faults)],
    ['kills and power cuts, simulated', number(tally.kills)],
    ['kills of real processes', number(report.processKills)],
    ['seam calls made to fail one by one', number(tally.singles)],
    ['pairs of deaths', number(tally.pairs)],
    ['regressions replayed first', number(report.regressions)],
    ['invariants checked', `${number(tally.checks)} times`],
    ['violations', number(tally.failures.length)],
    ['time', `${number(Math.round(report.seconds))} s`],
  ];
  const invariants = Object.entries(INVARIANTS).map(([id, text]) => `- **${id}** ${text}`);
  const coverage = (Object.keys(TOPICS) as Topic[]).map(
    (topic) => `| ${TOPICS[topic]} | ${number(reached.width(topic))} |`,
  );
  const planted = tally.planted.map(
    ({ name, after, invariant, replay }) =>
      `| ${name} | ${after === null ? 'not found' : number(after)} | ${invariant ?? ''} | ${replay === null ? '' : `\`${replay}\``} |`,
  );
  const failures = tally.failures.map(
    ({ replay, invariant, text }) => `- \`${replay}\` ${invariant}: ${text.slice(0, 400)}`,
  );
  return [
    `# Proof, lane \`${report.lane}\`, ${report.at}`,
    '',
    '| | |',
    '| --- | ---: |',
    ...figures.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    'Checked after every step where that is cheap, and always at rest:',
    '',
    ...invariants,
    '',
    ...(tally.coverage.length === 0
      ? []
      : ['| reached | different ones |', '| --- | ---: |', ...coverage, '']),
    ...(planted.length === 0
      ? []
      : [
          'Weaknesses planted on purpose, and the schedule at which each was found:',
          '',
          '| weakness | found at | by | shortest replay |',
          '| --- | ---: | --- | --- |',
          ...planted,
          '',
        ]),
    ...(report.gaps.length === 0
      ? []
      : ['Not reached:', '', ...report.gaps.map((gap) => `- ${gap}`), '']),
    ...(failures.length === 0 ? [] : ['Violations, each with its replay:', '', ...failures, '']),
  ].join('\n');
}

/** Whether everything held, everything was reached, and every planted weakness was found. */
export function holds({ tally, gaps }: Report): boolean {
  return (
    tally.failures.length === 0 &&
    gaps.length === 0 &&
    tally.planted.every(({ after }) => after !== null)
  );
}
