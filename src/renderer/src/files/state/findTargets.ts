import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../state/core.ts';
import { fieldOf } from '../model/intake.ts';
import type { Target } from '../model/intake.ts';

const OFFERED = 8;

/**
 * The records that a person may mean with what is typed, of one kind or of all that take such a
 * file: the code that fits exactly comes first. Empty where the core does not answer.
 */
export async function findTargets(
  kind: Kind | null,
  file: string,
  text: string,
): Promise<readonly Target[]> {
  const kinds = (kind === null ? KINDS : [kind]).filter((each) => fieldOf(each, file) !== null);
  const found = await Promise.all(kinds.map((each) => search(each, text)));
  const wanted = text.toLowerCase();
  const isExact = ({ key }: Target) => key?.toLowerCase() === wanted;
  const all = found.flat();
  return [...all.filter(isExact), ...all.filter((each) => !isExact(each))].slice(0, OFFERED);
}

async function search(kind: Kind, text: string): Promise<readonly Target[]> {
  try {
    const { rows } = await call('records.list', { kind, search: text, limit: OFFERED });
    const { title } = resourceOf(kind);
    return rows.map(({ id, key, fields }) => {
      const name = fields[title];
      return { kind, record: id, key, title: typeof name === 'string' ? name : '' };
    });
  } catch {
    return [];
  }
}
