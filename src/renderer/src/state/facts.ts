import { useMemo } from 'react';
import { create } from 'zustand';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { withKeptUpdates } from '#contract/resources/updates.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { rulesOf } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import { keptUpdates } from '#contract/serviceFacts.ts';
import type { FactValue, ServiceFact } from '#contract/serviceFacts.ts';
import { Query } from './query.ts';

/** The rules that the profile's service has shown, as the core last reported them. */
const factStore = create<{ readonly facts: readonly ServiceFact[] }>(() => ({ facts: [] }));

/** Follows the rules of the service; call `askAgain` after a new connection. */
export function followFacts(client: Client): { readonly askAgain: () => void } {
  const query = new Query('serviceFacts.list');
  query.follow(({ facts }) => factStore.setState({ facts }));
  client.on('serviceFacts.changed', query.refresh);
  // Another sign-in may belong to another service.
  client.on('session.changed', query.refresh);
  return { askAgain: () => query.ask(client, {}) };
}

/** Returns the descriptor of a kind, with the updates that this service has kept. */
export function learnedOf(kind: Kind): Resource {
  return withKeptUpdates(resourceOf(kind), keptUpdates(factStore.getState().facts, kind));
}

/** Returns the same inside a component, which follows what is learned. */
export function useLearned(kind: Kind): Resource {
  return factStore(() => learnedOf(kind));
}

/** Returns one rule inside a component; undefined if it is not known. */
export function useFact(
  kind: Kind,
  field: string,
  fact: FactValue['fact'],
): ServiceFact | undefined {
  return factStore(({ facts }) =>
    facts.find((each) => each.kind === kind && each.field === field && each.fact === fact),
  );
}

/** Returns the rules for the values of a kind inside a component. */
export function useRules(kind: Kind): readonly Rule[] {
  const facts = factStore((state) => state.facts);
  return useMemo(() => rulesOf(facts, kind), [facts, kind]);
}
