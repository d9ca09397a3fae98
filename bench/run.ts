import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { machine } from './report/machine.ts';
import { tableOf } from './report/table.ts';
import { calmDisk, medians, together } from './tools/measure.ts';
import type { Values } from './tools/measure.ts';

const GROUPS = [
  'pull',
  'delay',
  'room',
  'whole',
  'lists',
  'problems',
  'learned',
  'push',
  'files',
  'wire',
  'peers',
  'window',
];
const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const valuesSchema = z.record(z.string(), z.number());
const keptSchema = z.object({
  records: z.number(),
  runs: z.number(),
  machine: z.string(),
  values: valuesSchema,
});

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    runs: { type: 'string' },
    records: { type: 'string' },
    save: { type: 'string' },
  },
});
const runs = Number(options.runs ?? (options.quick ? 1 : 5));
const records = Number(options.records ?? (options.quick ? 1_000 : 100_000));
const groups = positionals.length > 0 ? positionals : GROUPS;

const found: Values[] = [];
for (let run = 1; run <= runs; run++) await runAll(run);
const now = medians(together(found));
if (options.save !== undefined) await save(options.save);
console.log(`${machine()}\n${records} records, medians of ${runs}\n\n${tableOf(now, earlier())}`);

/**
 * Runs all groups.
 *
 * A quick run only checks that everything can still be measured; its times do not count. There the
 * window group, which is the longest and mostly waits, starts first, and the others run beside it.
 */
async function runAll(run: number): Promise<void> {
  const queue = options.quick ? groups.toReversed() : [...groups];
  const work = async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      process.stderr.write(`run ${run} of ${runs}: ${group}\n`);
      found.push(await runGroup(group));
    }
  };
  await Promise.all([work(), ...(options.quick ? [work()] : [])]);
}

/** Runs a group in its own process; a failed group ends the benchmark. */
async function runGroup(group: string): Promise<Values> {
  calmDisk();
  const child = spawn(process.execPath, [at('group.ts'), group, String(records)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the group ${group} failed`);
  return valuesSchema.parse(JSON.parse(said));
}

/**
 * Saves the medians beside those of groups that were measured earlier.
 *
 * When all groups were measured, values of removed figures are dropped. Otherwise they would look
 * like values of this run.
 */
async function save(name: string): Promise<void> {
  const old = positionals.length > 0 ? kept(name)?.values : {};
  const values = { ...old, ...now };
  const text = JSON.stringify({ records, runs, machine: machine(), values }, null, 2);
  fs.writeFileSync(at(`results/${name}.json`), `${text}\n`);
  if (name === 'now') await renew(values);
}

/** Writes the table into the README beside this file. */
async function renew(values: Values): Promise<void> {
  const file = at('README.md');
  const about = `${machine()}; ${records.toLocaleString('en')} records.`;
  const table = `<!-- table -->\n\n${about}\n\n${tableOf(values, earlier())}\n\n<!-- /table -->`;
  const old = fs.readFileSync(file, 'utf8');
  const text = old.replace(/<!-- table -->[^]*<!-- \/table -->/, () => table);
  const style = await resolveConfig(file);
  fs.writeFileSync(file, await format(text, { ...style, filepath: file }));
}

function earlier(): Values | null {
  return options.quick ? null : (kept('before')?.values ?? null);
}

function kept(name: string): z.infer<typeof keptSchema> | null {
  const file = at(`results/${name}.json`);
  return fs.existsSync(file) ? keptSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
}
