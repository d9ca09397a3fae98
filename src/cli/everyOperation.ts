import type { Operation } from '#contract/operations.ts';
import type { Input, Output } from '#contract/procedures.ts';

type Page = Pick<Input<'outbox.list'>, 'after' | 'limit'>;

/** So many are asked for at once: no list of the core is longer. */
export const PAGE = 10_000;

/** Every operation of a list, however long the outbox is: where one answer ends, the next one goes on. */
export async function everyOperation(
  list: (page: Page) => Promise<Output<'outbox.list'>>,
): Promise<readonly Operation[]> {
  const found: Operation[] = [];
  for (;;) {
    const { operations } = await list({ after: found.at(-1)?.seq, limit: PAGE });
    for (const each of operations) found.push(each);
    if (operations.length < PAGE) return found;
  }
}
