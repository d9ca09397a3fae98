import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { idsThere } from './otherHand.ts';
import type { Oracle } from './oracle.ts';
import type { Simulation } from './run.ts';
import { MODEL_KIND } from './service.ts';
import type { ModelService } from './service.ts';

/** The field that is tried: the document does not list it for updates (doc §4.6). */
const FIELD = 'description';

/** The person tries to change a field that the document does not list for updates. */
export async function tryField(simulation: Simulation, given: Kind): Promise<void> {
  const { person, oracle, chance } = simulation;
  const kind = given === 'products' ? 'products' : 'fittings';
  const ids = idsThere(simulation, kind);
  if (ids.length === 0) return;
  const value = `O${oracle.value('us')}`;
  const trial = { kind, ref: chance.pick(ids), field: FIELD, value } as const;
  const queued = await person.attempt(null, () => person.handlers()['serviceFacts.try'](trial));
  if (queued?.operation === null || queued === null) return;
  person.byPerson(queued.operation);
  // The read after the write may be answered by a copy that shows the old value.
  if (chance.happens(0.5)) simulation.wire.fallBehind(chance.pick([5_000, 20_000]));
  if (chance.happens(0.5)) simulation.background(person.push(130_000));
}

/** Checks at rest that what was learned is true of this service, and that kept values are there. */
export function checkTrials(oracle: Oracle, ws: Workspace, model: ModelService): void {
  // A service whose backup was restored has taken kept values back.
  if (model.restored.size > 0) return;
  const isKept = model.service.variant.updatesHonoured === 'all';
  for (const { kind, field, fact, value } of ws.facts.all())
    if (fact === 'update' && field === FIELD)
      oracle.expect(
        'I15',
        value === (isKept ? 'kept' : 'not-kept'),
        () => `changes of ${field} of ${kind} were learned to be ${value}`,
      );
  for (const { eid, value } of newestTried(ws)) {
    const sent = numberIn(value);
    const entity = ws.entities.get(eid);
    if (sent === null || entity === null || entity.serviceId === null) continue;
    const record = model.state.get(MODEL_KIND[entity.kind], entity.serviceId);
    const held = numberIn(record?.[FIELD]);
    oracle.expect(
      'I3',
      record === undefined || held === sent,
      () =>
        `the service holds ${FIELD} ${held} of ${entity.serviceId}; ${sent} was said to be saved`,
    );
  }
}

/** Returns the newest saved value of each record; an undo counts as one. */
function newestTried(ws: Workspace) {
  const newest = ws.work.prepare(
    `SELECT eid, value, max(seq) FROM (
       SELECT eid, seq, patch ->> '$.values.${FIELD}' AS value FROM operation
       WHERE action = 'update' AND state = 'done' AND reason IS NULL
         AND json_type(patch, '$.values.${FIELD}') IS NOT NULL)
     GROUP BY eid`,
  );
  return newest.all() as { eid: string; value: unknown }[];
}

function numberIn(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^O(\d+)$/.exec(value)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}
