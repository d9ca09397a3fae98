import type { Kind } from '#contract/resources/resource.ts';
import type { Field } from './drafts.ts';
import type { Oracle } from './oracle.ts';
import { MODEL_KIND } from './service.ts';
import type { ModelService } from './service.ts';

interface Played {
  readonly model: ModelService;
  readonly oracle: Oracle;
}

/** The ids of all that the service has of a kind. */
export function idsThere({ model }: Pick<Played, 'model'>, kind: Kind): string[] {
  return model.state.all(MODEL_KIND[kind]).map((record) => String(record['_id']));
}

/** A second administrator gives a field of a record a value that nothing else has. */
export function changeThere({ model, oracle }: Played, kind: Kind, id: string, field: Field): void {
  const value = oracle.value('other');
  const given = field === 'name' ? `N${value}` : String(value);
  model.state.patch(MODEL_KIND[kind], id, { [field]: given });
}
