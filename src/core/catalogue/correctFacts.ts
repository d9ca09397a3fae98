import { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { FactName, ServiceFact, ServiceMemory } from '#contract/serviceFacts.ts';
import { refuseForbiddenTrial } from '../outbox/trial.ts';
import { transact } from '../store/database.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { forgetMemory } from './queries/serviceKnowledge.ts';

/**
 * Stores the word of a person, which later answers of the service do not replace.
 *
 * Throws `state` for opening a field where the managed file forbids trials.
 */
export function correctFact(ws: Workspace, given: Input<'serviceFacts.correct'>): void {
  if (given.fact === 'update' && given.value === 'kept') refuseForbiddenTrial(ws, given.field);
  const fact: ServiceFact = {
    ...given,
    source: 'person',
    words: null,
    request: null,
    record: null,
    at: ws.platform.clock.now(),
  };
  change(ws, () => ws.facts.set(fact));
}

/** Takes the service's later answer in place of what a person said; throws `not-found`. */
export function acceptAnswer(ws: Workspace, { kind, field, fact }: FactName): void {
  const answer = ws.facts.answer({ kind, field, fact });
  if (answer === null)
    throw new AppError('not-found', `The server gave no other answer about ${field} of ${kind}.`);
  change(ws, () => {
    ws.facts.forget(kind, field, fact);
    ws.facts.set(answer);
  });
}

/** Forgets facts and memories; returns how many there were. */
export function forgetFacts(
  ws: Workspace,
  facts: readonly FactName[],
  memories: readonly Pick<ServiceMemory, 'kind' | 'about'>[],
): number {
  return change(ws, () => {
    const gone = facts.filter(({ kind, field, fact }) => ws.facts.forget(kind, field, fact));
    const lost = memories.filter((each) => forgetMemory(ws.work, each));
    return gone.length + lost.length;
  });
}

function change<T>(ws: Workspace, work: () => T): T {
  const result = transact(ws.work, work);
  ws.emit('serviceFacts.changed', {});
  return result;
}
