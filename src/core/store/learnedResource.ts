import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { withKeptUpdates } from '#contract/resources/updates.ts';
import type { ServiceFactStore } from './serviceFactStore.ts';

/** The stores that know what the service has shown. */
export interface LearnedStores {
  readonly facts: ServiceFactStore;
}

/** Returns the descriptor of a kind, with the updates that the profile's service has kept. */
export function learnedResource({ facts }: LearnedStores, kind: Kind): Resource {
  return withKeptUpdates(resourceOf(kind), facts.keptUpdates(kind));
}
