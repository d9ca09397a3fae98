import type { Json } from '#contract/json.ts';
import type { Hands } from './hands.ts';
import { insist } from './insist.ts';

/** Applies the proposed fixes of some problems. */
export async function fix(hands: Hands, a: number): Promise<void> {
  await hands.desk.call('problems.check', {});
  const { fixes } = await hands.desk.call('problems.fixes', { filter: {} });
  const some = a % 2 === 0 ? fixes : fixes.slice(0, 1);
  if (some.length === 0) return;
  const wanted = new Map<string, Record<string, Json | null>>();
  for (const { kind, id, changes } of some) {
    const record = hands.byId(kind, id);
    insist(record !== null, 'fix: of nobody', some);
    if (record.leaving) continue;
    const given = wanted.get(record.name) ?? {};
    for (const { field, after } of changes) given[field] = after;
    wanted.set(record.name, given);
  }
  const { group, skipped } = await hands.desk.call('problems.fix', { fixes: some, name: 'all' });
  for (const { kind, id, field, why } of skipped) {
    const given = wanted.get(hands.byId(kind, id)?.name ?? '');
    insist(given === undefined || why === 'refused', 'fix: skipped', skipped);
    if (given !== undefined) delete given[field];
  }
  hands.count('fixed');
  await hands.expect('fix', { wanted, group });
}

/** Hides a problem, which stays hidden. */
export async function hide(hands: Hands, a: number): Promise<void> {
  await hands.desk.call('problems.check', {});
  const { problems } = await hands.desk.call('problems.list', {});
  const problem = problems[a % Math.max(1, problems.length)];
  if (problem === undefined) return;
  const { kind, id, rule, field } = problem;
  await hands.desk.call('problems.hide', { problems: [{ kind, id, rule, field }], reason: 'x' });
  const hidden = await hands.desk.call('problems.list', { hidden: true });
  if (a % 2 === 0) {
    await hands.desk.restart();
    await hands.desk.call('problems.check', {});
  }
  const again = await hands.desk.call('problems.list', { hidden: true });
  insist(
    JSON.stringify(hidden.problems) === JSON.stringify(again.problems),
    'hide: others are hidden',
    hidden.problems,
    again.problems,
  );
  insist(
    again.problems.some((each) => each.id === id && each.rule === rule && each.field === field),
    'hide: it is not hidden',
    problem,
  );
  await hands.expect('hide');
}
