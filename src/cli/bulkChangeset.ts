import type { Input } from '#contract/procedures.ts';
import type { Core } from '#core/app/core.ts';
import { EXIT } from './exitCodes.ts';
import {
  issuesOf,
  previewText,
  tickAsking,
  warningsOf,
  withChangesetProgress,
} from './productDraft.ts';
import type { Shell } from './shell.ts';

interface BulkOptions {
  readonly dryRun?: boolean | undefined;
  /** Also queues rows that ask for a confirmation. */
  readonly acceptWarnings?: boolean | undefined;
}

type Done = Awaited<ReturnType<typeof queueBulk>>;

/** Previews a bulk change and queues it, unless only the preview is wanted. */
export async function queueBulk(
  core: Core,
  shell: Shell,
  input: Input<'bulk.plan'>,
  { dryRun, acceptWarnings }: BulkOptions,
) {
  const made = await withChangesetProgress(core, shell, () => core.call('bulk.plan', input));
  if (acceptWarnings === true)
    await tickAsking(core, made.plan, (await warningsOf(core, made.plan)).asking);
  const plan = await core.call('changesets.get', { plan: made.plan });
  const text = await previewText(core, plan);
  const queued =
    dryRun === true || plan.counts.ticked === 0
      ? null
      : await withChangesetProgress(core, shell, () =>
          core.call('changesets.queue', { plan: plan.plan }),
        );
  return { plan, queued, text, errors: await issuesOf(core, plan.plan) };
}

/** Shows the result of a bulk change; `saved` tells the number of queued records. */
export function showBulk(
  shell: Shell,
  { plan, queued, text, errors }: Done,
  saved: (count: number) => string,
): number {
  const { changed, same } = plan.counts;
  const group = queued?.group ?? null;
  const count = queued?.queued ?? 0;
  shell.show({ changed, same, errors, group, queued: count }, () =>
    group === null ? `${text}\n\nNothing was saved.` : `${text}\n\n${saved(count)}`,
  );
  return errors.length > 0 ? EXIT.attention : EXIT.done;
}
