import { pathsIn } from '#contract/localPath.ts';
import type { NamedPath } from '#contract/localPath.ts';
import { procedures } from '#contract/procedures.ts';
import type { Calls } from '#contract/rpc/table.ts';
import { shellProcedures } from '#contract/shell.ts';

const CALLS: Calls = { ...procedures, ...shellProcedures };

/** Returns the local paths in a window's call; none for an unknown call. */
export function callPaths(name: string, input: unknown): readonly NamedPath[] {
  const schema = Object.hasOwn(CALLS, name) ? CALLS[name]?.input : undefined;
  return schema === undefined ? [] : pathsIn(schema, input);
}
