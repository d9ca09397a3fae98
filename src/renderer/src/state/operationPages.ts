import type { Operation } from '#contract/operations.ts';
import type { Input, Output } from '#contract/procedures.ts';

type Page = Pick<Input<'outbox.list'>, 'after' | 'limit'>;

/** All of a list of operations, so many at once: where one page ends the next one goes on. */
export async function* operationPages(
  ask: (page: Page) => Promise<Output<'outbox.list'>>,
  limit: number,
): AsyncGenerator<readonly Operation[]> {
  let after: number | undefined;
  for (;;) {
    const { operations } = await ask({ after, limit });
    yield operations;
    if (operations.length < limit) return;
    after = operations.at(-1)?.seq;
  }
}
