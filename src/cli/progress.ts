import type { EventData } from '#contract/events.ts';
import type { Core } from '#core/app/core.ts';
import { clean, cut } from './output/text.ts';

type Progress = EventData<'sync.progress'>;

const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';

/**
 * Shows the progress of a run in a terminal.
 *
 * Without a terminal it prints nothing, so that a job sends no mail.
 */
export async function withProgress<T>(
  core: Core,
  quiet: boolean,
  work: () => Promise<T>,
): Promise<T> {
  if (quiet || !process.stderr.isTTY) return work();
  const off = core.on('sync.progress', drawBar);
  try {
    return await work();
  } finally {
    off();
    process.stderr.write(CLEAR_LINE);
  }
}

function drawBar(progress: Progress): void {
  const { done, total } = progress;
  const part = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const full = Math.round(part * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  process.stderr.write(`${CLEAR_LINE}${bar} ${cut(sentence(progress), 48)}`);
}

function sentence({ phase, kind, done, total, label }: Progress): string {
  const of = total === null ? String(done) : `${done} of ${total}`;
  return [phase, kind, of, label === undefined ? undefined : clean(label)]
    .filter((word) => word !== undefined)
    .join(' ');
}
