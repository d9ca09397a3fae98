import type { CDPSession } from '@playwright/test';
import { z } from 'zod';

const event = z.looseObject({ name: z.string(), ts: z.number().optional() });
const CATEGORIES = 'devtools.timeline.frame,disabled-by-default-devtools.timeline.frame';

/** Chromium's own record of the frames it drew while some work ran: the milliseconds between them. */
export async function framesOf(session: CDPSession, work: () => Promise<void>): Promise<number[]> {
  const drawn: number[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const each of z.array(event).parse(value))
      if (each.name === 'DrawFrame' && each.ts !== undefined) drawn.push(each.ts / 1_000);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES.split(',') },
  });
  await work();
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
  const times = drawn.sort((a, b) => a - b);
  if (times.length < 5) throw new Error(`Chromium drew ${times.length} frames`);
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}
