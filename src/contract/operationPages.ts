import type { Operation } from './operations.ts';
import type { Input, Output } from './procedures.ts';

type Page = Pick<Input<'outbox.list'>, 'after' | 'limit'>;
type AskPage = (page: Page) => Promise<Output<'outbox.list'>>;

/** The page size; the core returns no longer list. */
export const OPERATIONS_A_PAGE = 10_000;

/** Yields a list of operations in pages. */
export async function* operationPages(
  ask: AskPage,
  limit: number = OPERATIONS_A_PAGE,
): AsyncGenerator<readonly Operation[]> {
  let after: number | undefined;
  for (;;) {
    const { operations } = await ask({ after, limit });
    yield operations;
    if (operations.length < limit) return;
    after = operations.at(-1)?.seq;
  }
}

/** Returns every operation of a list. */
export async function everyOperation(ask: AskPage, limit?: number): Promise<Operation[]> {
  const found: Operation[] = [];
  for await (const page of operationPages(ask, limit)) for (const each of page) found.push(each);
  return found;
}
