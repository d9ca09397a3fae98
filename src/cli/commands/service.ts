import { z } from '#contract/zod.ts';
import { command, noArgs } from '../command.ts';
import { DEMO_ACCOUNT } from '#reference/demo.ts';
import { startDemoService } from '../demoService.ts';
import { EXIT } from '../exitCodes.ts';
import { readVariant } from '../input/variant.ts';
import { many, port, someText, wholeNumber } from '../input/words.ts';
import { untilStopped } from '../interrupt.ts';
import { pairs } from '../output/table.ts';

/** Runs the demo service in the foreground. */
export const serviceCommand = command({
  usage: 'service',
  about: 'Run a demo server on this computer until you stop it.',
  example: 'cabinet service --port 4100 --data ./demo-service',
  options: [
    { flags: '--port <N>', about: 'port to listen on; default: any free port' },
    { flags: '--data <DIR>', about: 'folder for its records and uploads' },
    { flags: '--empty', about: 'start without the demo catalogue' },
    { flags: '--latency <MS>', about: 'delay every response' },
    {
      flags: '--variant <NAME=VALUE>',
      about: 'change a behaviour that the interface document leaves open',
      many: true,
    },
  ],
  args: noArgs,
  values: z.object({
    port: port.optional(),
    data: someText.optional(),
    empty: z.boolean().default(false),
    latency: wholeNumber(0, 600_000).optional(),
    variant: many,
  }),
  run: async (shell, _args, { port, data, empty, latency, variant }) => {
    const chosen = readVariant(variant);
    const service = await startDemoService({
      port,
      dataDir: data,
      empty,
      latencyMs: latency,
      variant: chosen,
    });
    const stopped = untilStopped();
    const answer = { url: service.url, ...DEMO_ACCOUNT };
    shell.show(answer, () => pairs(Object.entries(answer)));
    await stopped;
    await service.close();
    return EXIT.done;
  },
});
