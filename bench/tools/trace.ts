import type { CDPSession } from '@playwright/test';
import { z } from 'zod';

const event = z.looseObject({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown() }).partial().optional(),
});
type Event = z.infer<typeof event>;

const CATEGORIES = 'devtools.timeline.frame,disabled-by-default-devtools.timeline.frame';
/**
 * Also records the tasks of every thread. Recording them takes time, so this is a separate trace.
 */
const WITH_TASKS = `${CATEGORIES},toplevel,__metadata`;

/** Returns the milliseconds between frames, as Chromium recorded them during some work. */
export async function framesOf(session: CDPSession, work: () => Promise<void>): Promise<number[]> {
  const drawn = drawnIn(await traced(session, CATEGORIES, work));
  return drawn.slice(1).map((time, index) => time - (drawn[index] ?? time));
}

/** Processor milliseconds between one drawn frame and the next. */
export interface FrameWork {
  /** Of the page's main thread: scripts, style, layout, recording of paint commands. */
  readonly main: number[];
  /** Of the raster and compositor threads; elsewhere a graphics card does this work. */
  readonly pixels: number[];
}

/** Returns the processor time of each frame, which other load of the machine does not change. */
export async function frameWorkOf(
  session: CDPSession,
  work: () => Promise<void>,
): Promise<FrameWork> {
  const events = await traced(session, WITH_TASKS, work);
  const drawn = drawnIn(events);
  const names = new Map(
    events
      .filter(({ name }) => name === 'thread_name')
      .map(({ pid, tid, args }) => [`${pid} ${tid}`, String(args?.name)]),
  );
  const [main, pixels] = [drawn.map(() => 0), drawn.map(() => 0)];
  for (const { name, pid, tid, ts = 0, tdur = 0 } of events) {
    if (!TASKS.has(name)) continue;
    const thread = names.get(`${pid} ${tid}`) ?? '';
    const sums = thread === 'CrRendererMain' ? main : PIXELS.test(thread) ? pixels : null;
    const frame = drawn.findIndex((at) => at > ts / 1_000);
    if (sums !== null && frame > 0) sums[frame] = (sums[frame] ?? 0) + tdur / 1_000;
  }
  return { main: main.slice(1), pixels: pixels.slice(1) };
}

const TASKS = new Set(['ThreadControllerImpl::RunTask', 'ThreadPool_RunTask']);
const PIXELS = /^(?:ThreadPoolForegroundWorker|Compositor|VizCompositorThread)/;

async function traced(
  session: CDPSession,
  categories: string,
  work: () => Promise<void>,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...z.array(event).parse(value));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(',') },
  });
  await work();
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
  return events;
}

function drawnIn(events: readonly Event[]): number[] {
  const drawn = events.flatMap(({ name, ts }) =>
    name === 'DrawFrame' && ts !== undefined ? [ts / 1_000] : [],
  );
  if (drawn.length < 5) throw new Error(`Chromium drew ${drawn.length} frames`);
  return drawn.sort((a, b) => a - b);
}
