import type { Kind as CoreKind } from '#contract/resources/resource.ts';
import { KINDS as CORE_KINDS } from '#contract/resources/resource.ts';
import { tablesOf } from '#core/store/cacheSchema.ts';
import { digestOperation } from '#core/store/operationStore.ts';
import { areListsInLine } from '#core/outbox/projection.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import type { JsonObject } from '#reference/json.ts';
import { present } from '#reference/service/present.ts';
import { CODE, draft } from './drafts.ts';
import { checkFiles, checkGivenFiles } from './fileChecks.ts';
import { canonical, trackedOf } from './oracle.ts';
import type { Oracle } from './oracle.ts';
import { operationsOf } from './operations.ts';
import type { Person } from './person.ts';
import { MODEL_KIND } from './service.ts';
import type { ModelService } from './service.ts';
import { checkTrials } from './trying.ts';

/**
 * Checks I1 at any moment: every acknowledged change is kept and shown.
 *
 * Each one is in the outbox or has a known outcome.
 */
export function checkKept(oracle: Oracle, person: Person, ws: Workspace): void {
  for (const { operation: id, kind } of person.creations)
    oracle.expect(
      'I1',
      ws.operations.get(id) !== null,
      () => `the creation ${id} of ${kind} vanished`,
    );
  const clean = areListsInLine(ws);
  for (const { eid, field, value, operation: id } of person.wanted()) {
    const operation = ws.operations.get(id);
    oracle.expect(
      'I1',
      operation !== null,
      () => `operation ${id} vanished, with ${field} ${value}`,
    );
    if (operation === null) continue;
    const { state, seq } = operation;
    const gone = state === 'discarded' || state === 'merged';
    const isInBase = trackedOf(JSON.parse(operation.base ?? '{}'))[field] === value;
    oracle.expect(
      'I1',
      // One with which a later change left nothing to send ends; what it was seen to share with the service is there.
      !gone || (state === 'merged' && isInBase),
      () => `operation ${seq} with ${field} ${value} became ${state} by itself`,
    );
    if (state === 'done' || gone) continue;
    const kept = trackedOf(operation.patch.values)[field];
    // A change that joined it meanwhile has left out what the service was seen to have by then.
    const isThere = kept === null && isInBase;
    oracle.expect(
      'I1',
      kept === value || isThere,
      () => `operation ${seq} holds ${field} ${kept}, not ${value}`,
    );
    // Handed over to another record here, it may stand under a later change of that one.
    const isUnder =
      operation.eid !== eid &&
      ws.operations
        .openAfter(operation)
        .some((later) => trackedOf(later.patch.values)[field] !== null);
    if (clean && !isUnder) checkShown(oracle, ws, operation.eid, field, value);
  }
  if (clean) checkGhosts(oracle, ws);
}

/** Checks that no list shows a change as queued that is in no outbox. */
function checkGhosts(oracle: Oracle, ws: Workspace): void {
  const open = new Set(
    ws.operations.open().flatMap(({ eid }) => [eid, ws.entities.get(eid)?.serviceId ?? eid]),
  );
  for (const kind of CORE_KINDS)
    for (const { id } of ws.rows.overlaid(kind))
      oracle.expect('I1', open.has(id), () => `the list of ${kind} shows ${id} as queued`);
}

function checkShown(
  oracle: Oracle,
  ws: Workspace,
  eid: string,
  field: 'name' | 'price',
  value: number,
): void {
  const entity = ws.entities.get(eid);
  if (entity === null) return;
  const id = entity.serviceId ?? eid;
  const merged = ws.cache
    .prepare(`SELECT merged FROM ${tablesOf(entity.kind).rows} WHERE id = ?`)
    .pluck()
    .get(id);
  const shown = typeof merged === 'string' ? trackedOf(JSON.parse(merged))[field] : null;
  oracle.expect(
    'I1',
    shown === value,
    () => `the list shows ${field} ${shown} of ${id}, not ${value}`,
  );
}

/** I6, at any moment: nothing is hidden here that the service would still show by its id. */
export function checkTaken(oracle: Oracle, ws: Workspace, model: ModelService): void {
  const gone = ws.cache
    .prepare('SELECT kind, id FROM record WHERE missing_since IS NOT NULL')
    .all() as { kind: CoreKind; id: string }[];
  for (const { kind, id } of gone) {
    const there = model.state.get(MODEL_KIND[kind], id) !== undefined && !model.restored.has(id);
    oracle.expect('I6', !there, () => `${kind} ${id} was taken away here and is there`);
  }
}

/** Checks everything that must hold once all faults are over and all work had time to finish. */
export function checkAtRest(
  oracle: Oracle,
  person: Person,
  ws: Workspace,
  model: ModelService,
  complete: ReadonlySet<CoreKind>,
): void {
  checkKept(oracle, person, ws);
  checkEnded(oracle, ws, model);
  checkWanted(oracle, person, ws, model);
  checkCreations(oracle, person, ws, model);
  checkRemovals(oracle, ws, model);
  for (const kind of complete) checkMirror(oracle, ws, model, kind);
  checkFiles(oracle, person, ws, model);
  checkGivenFiles(oracle, ws, model);
  checkTrials(oracle, ws, model);
  checkSound(oracle, ws);
}

const STAYS: ReadonlySet<string> = new Set(['conflict', 'refused', 'held']);

/** Lists from which nobody can tell that a record is not there. */
function isUnprovable({ service: { variant } }: ModelService): boolean {
  return variant.offsetIgnored || variant.total === 'missing' || variant.order === 'unstable';
}

function checkEnded(oracle: Oracle, ws: Workspace, model: ModelService): void {
  for (const { state, seq, action, eid, reason, nextAt, conflict } of ws.operations.open()) {
    // Under the new names of its files nobody can know it again; the person is told that it may be theirs.
    const asksAs = reason?.details?.why === 'made-since';
    const taken = conflict?.type === 'key-taken' && !asksAs;
    const own = taken && oracle.isOwn(eid, conflict.theirId ?? '');
    oracle.expect('I2', !own, () => `operation ${seq} took its own record for another's`);
    const entity = ws.entities.get(eid);
    const there =
      entity === null || entity.serviceId === null
        ? true
        : model.state.get(MODEL_KIND[entity.kind], entity.serviceId) !== undefined;
    const first = ws.operations.openOf(eid)[0]?.seq === seq;
    const unsettled = isUnprovable(model) && behindCreation(ws, seq);
    // Where the service does not say plainly that a record is gone, the operation waits for a person.
    const needs = ws.operations.needsOf(seq).map((each) => `${each.seq} ${each.state}`);
    oracle.expect('I11', STAYS.has(state) || !there || !first || unsettled, () => {
      const next = nextAt === null ? 'now' : `${nextAt - ws.platform.clock.now()} ms from now`;
      return `${action} ${seq} is still ${state} (${reason?.text ?? 'no reason'}; due ${next}; needs ${needs.join()}; behind ${ws.operations
        .openOf(eid)
        .map((each) => `${each.seq} ${each.state}`)
        .join()})`;
    });
  }
}

/** Whether an operation is a creation nobody can tell the outcome of, or waits for one. */
function behindCreation(ws: Workspace, seq: number): boolean {
  const operation = ws.operations.bySeq(seq);
  if (operation?.action === 'create' && operation.state === 'unknown') return true;
  return ws.operations.needsOf(seq).some((each) => behindCreation(ws, each.seq));
}

function checkWanted(oracle: Oracle, person: Person, ws: Workspace, model: ModelService): void {
  for (const { eid, field, value, operation: id } of person.wanted()) {
    const operation = ws.operations.get(id);
    const entity = ws.entities.get(eid);
    if (operation?.state !== 'done' || entity === null || entity.serviceId === null) continue;
    if (operation.reason !== null) continue;
    const record = model.state.get(MODEL_KIND[entity.kind], entity.serviceId);
    if (record === undefined) continue;
    const held = trackedOf(record)[field];
    const isNewer = (held ?? 0) > value && !oracle.again.has(value);
    const fine = held === value || oracle.authorOf(held) === 'other' || isNewer;
    oracle.expect(
      'I3',
      fine,
      () =>
        `the service holds ${field} ${held} of ${entity.serviceId}; ${value} was said to be saved`,
    );
  }
}

function checkCreations(oracle: Oracle, person: Person, ws: Workspace, model: ModelService): void {
  for (const { operation: id, eid, kind, value } of person.creations) {
    const operation = ws.operations.get(id);
    const entity = ws.entities.get(eid);
    if (operation?.state !== 'done' || entity === null) continue;
    const { serviceId } = entity;
    if (serviceId === null && entity.state === 'gone') continue;
    const there = serviceId !== null && model.everHad(MODEL_KIND[kind], serviceId);
    oracle.expect('I1', there, () => `K${value} was said to be created and never was`);
    if (serviceId !== null)
      checkCode(oracle, person, ws, model, { kind, eid, value, id: serviceId });
  }
}

/** The code that a creation gave is with the service, or something in the outbox still says so. */
function checkCode(
  oracle: Oracle,
  person: Person,
  ws: Workspace,
  model: ModelService,
  made: {
    readonly kind: CoreKind;
    readonly eid: string;
    readonly value: number;
    readonly id: string;
  },
): void {
  const { kind, eid, value, id } = made;
  const record = model.state.get(MODEL_KIND[kind], id);
  if (record === undefined || model.restored.has(id)) return;
  const code = draft(kind, value)[CODE[kind]];
  const waiting = ws.operations.openOf(eid);
  // What gives it once more comes back with a removal that is taken back.
  if (waiting.some(({ action }) => action === 'remove')) return;
  // It may have been taken back by the person, as anything may.
  const open = new Set(waiting.map((each) => each.id));
  const isGiven = operationsOf(ws, eid)
    .filter(({ id: own }) => open.has(own) || person.ended.has(own))
    .some(({ action, patch }) => action === 'update' && patch.values[CODE[kind]] === code);
  oracle.expect(
    'I1',
    isGiven || inOneCase(record[CODE[kind]]) === inOneCase(code),
    () => `${id} has ${JSON.stringify(record[CODE[kind]])} in the place of ${String(code)}`,
  );
}

/** A service may keep a code in another case. */
function inOneCase(code: unknown): string {
  return String(code).toLowerCase();
}

function checkRemovals(oracle: Oracle, ws: Workspace, model: ModelService): void {
  const removed = ws.work
    .prepare("SELECT eid, seq FROM operation WHERE action = 'remove' AND state = 'done'")
    .all() as { eid: string; seq: number }[];
  for (const { eid, seq } of removed) {
    const attempt = ws.work
      .prepare("SELECT path FROM attempt WHERE seq = ? AND method = 'DELETE'")
      .pluck()
      .get(seq);
    const id = typeof attempt === 'string' ? (attempt.split('/').at(-1) ?? '') : '';
    const kind = ws.entities.get(eid)?.kind;
    const back =
      kind !== undefined &&
      model.state.get(MODEL_KIND[kind], id) !== undefined &&
      !model.restored.has(id);
    oracle.expect('I5', !back, () => `${id} was removed by operation ${seq} and is there again`);
  }
}

/** The mirror after a complete pull: every record the service has, as it shows it, and no other. */
function checkMirror(oracle: Oracle, ws: Workspace, model: ModelService, kind: CoreKind): void {
  const rows = ws.cache
    .prepare('SELECT id, doc, missing_since AS missing FROM record WHERE kind = ?')
    .all(kind) as { id: string; doc: string; missing: number | null }[];
  const here = new Map(rows.map((row) => [row.id, row]));
  const modelKind = MODEL_KIND[kind];
  for (const record of model.state.all(modelKind)) {
    const id = String(record['_id']);
    const row = here.get(id);
    oracle.expect('I3', row !== undefined, () => `${kind} ${id} is missing here`);
    if (row === undefined) continue;
    oracle.expect(
      'I6',
      row.missing === null,
      () => `${kind} ${id} was taken away here and is there`,
    );
    const shown = canonical(present(model.service.variant, modelKind, record));
    const doc: JsonObject = JSON.parse(row.doc);
    oracle.expect(
      'I3',
      canonical(doc) === shown,
      () => `${kind} ${id} is ${row.doc} here and ${shown} there`,
    );
  }
}

function checkSound(oracle: Oracle, ws: Workspace): void {
  for (const [name, db] of [
    ['work.db', ws.work],
    ['cache.db', ws.cache],
  ] as const) {
    const answer = db.pragma('integrity_check(1)', { simple: true });
    oracle.expect('I13', answer === 'ok', () => `${name}: ${String(answer)}`);
  }
  for (const kind of CORE_KINDS) {
    const { find, rows } = tablesOf(kind);
    const [indexed, listed] = [find, rows].map((table) =>
      Number(ws.cache.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
    );
    oracle.expect(
      'I13',
      indexed === listed,
      () => `${indexed} of ${listed} ${kind} can be searched`,
    );
  }
  for (const operation of ws.operations.open())
    oracle.expect(
      'I13',
      digestOperation(operation) === operation.digest,
      () => `operation ${operation.seq} is damaged`,
    );
}
