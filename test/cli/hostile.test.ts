import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { Desk, startService } from './support.ts';

/**
 * Sets the title of a terminal, starts a control sequence with one character, and reverses the text
 * direction.
 */
const HOSTILE = 'Hinge\u001b]0;owned\u0007\u009b2J\u202eevil\u200f\u061c';
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const desk = new Desk();
let removed = '';
beforeAll(async () => {
  const product = (name: string) => ({ name, status: '1', modelPath: HOSTILE, date: '2026-01-02' });
  const band = { code: HOSTILE, name: 'Band', thickness: 0.8, isActive: true };
  const service = await startService({
    seed: {
      fittings: [],
      materials: [{ SIFRA: HOSTILE, name: HOSTILE, CIJENA: '0', PICFILE: '' }],
      products: [product(HOSTILE), product(`${HOSTILE} 2`)],
      // Two edge bands with one code: the sentence of the problem contains it.
      edgeBands: [band, band].map((each) => ({ ...each })),
    },
  });
  await desk.ready(service.url);
  const [first, second] = service.state.all('products').map(({ _id: id }) => String(id));
  removed = first ?? '';
  service.state.remove('products', removed);
  service.state.patch('products', second ?? '', { name: `${HOSTILE} 3` });
  await desk.core(async (core) => {
    await core.call('sync.pull', {});
    const edit = { ref: HOSTILE, values: { name: `${HOSTILE} 4` }, files: [] };
    await core.call('records.update', { kind: 'materials', ...edit });
  });
});

describe('what a service put into its records', () => {
  it.each([
    ['list', 'products'],
    ['get', 'materials', HOSTILE],
    ['problems', 'edge-bands'],
    ['changes', '--since', '2020-01-01'],
    ['trash', 'list'],
    ['queue', '--all'],
    ['history', 'materials'],
  ])('steers no terminal by `%s %s`', async (...args) => {
    const { out, said } = await desk.run(args);
    expect(`${out}${said}`.replaceAll('\n', '')).not.toMatch(STEERING);
    expect(out).toContain('owned');
  });

  it('steers none by a document either, and is the same for whoever reads it', async () => {
    const found = z.object({ record: z.looseObject({ name: z.string() }) });
    for (const more of [[], ['--json']]) {
      const { out } = await desk.run(['trash', 'show', 'products', removed, ...more]);
      expect(out.replaceAll('\n', '')).not.toMatch(STEERING);
      expect(found.parse(JSON.parse(out)).record.name).toBe(HOSTILE);
    }
  });
});
