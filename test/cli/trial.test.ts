import { beforeAll, describe, expect, it } from 'vitest';
import type { Reference } from '#reference/server.ts';
import { Desk, expectRefusal, startService } from './support.ts';

describe('a trial in the terminal', () => {
  const desk = new Desk();
  let service: Reference;
  const edit = (...more: string[]) => desk.json(['edit', 'fittings', 'ZAW-110', ...more]);
  const patches = () =>
    service.log.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

  beforeAll(async () => {
    service = await startService({ variant: { updatesHonoured: 'all' } });
    await desk.ready(service.url);
  });

  it('changes one field alone', async () => {
    expectRefusal(await edit('--set', 'stock=7'), 2, 'invalid', /stock: "7", expected no change/);
    const two = await edit('--set', 'stock=7', '--set', 'name=New', '--try');
    expectRefusal(two, 2, 'invalid', /--try: stock, name, expected one field/);
    const tried = await desk.run(['edit', 'fittings', 'ZAW-110', '--set', 'stock=7', '--try']);
    expect(tried.out).toMatch(/^Saved the trial of \S+ as operation/);
    const pushed = await desk.run(['push']);
    expect(pushed.said).toContain('The server keeps changes of stock of fittings.');
    expect(patches()).toEqual([{ stock: 7 }]);
  });

  it('makes the field editable, shows it, and forgets it', async () => {
    expect((await edit('--set', 'stock=8')).exit).toBe(0);
    const shown = await desk.run(['knowledge']);
    expect(shown.out).toMatch(
      /fittings\.stock\.update +kept +PATCH \/adminapi\/fittings\/:id, ZAW-110/,
    );
    const corrected = await desk.run(['knowledge', '--correct', 'fittings.status.required=yes']);
    expect(corrected.out).toMatch(/fittings\.status\.required +yes +a person/);
    await desk.run(['knowledge', '--delete', 'fittings.stock.update']);
    expectRefusal(await edit('--set', 'stock=9'), 2, 'invalid', /stock/);
  });

  it.each([
    [['--correct', 'fittings.stock.update'], /--correct: "fittings.stock.update", expected NAME=V/],
    [['--correct', 'fittings.stock.update=yes'], /"yes", expected one of kept, not-kept/],
    [['--correct', 'products.main.kod.reference=chairs'], /"chairs", expected one of .*materials/],
    [['--correct', 'fittings.obj.upload=yes'], /"yes", expected one of accepted, refused/],
    [['--correct', 'chairs.stock.update=kept'], /the name of an entry/],
    [['--delete', 'fittings.anything'], /--delete: "fittings.anything", expected the name/],
    [['--accept', 'fittings.page-size'], /--accept: .* expected the name of an entry/],
  ])('refuses %j', async (args, words) => {
    expectRefusal(await desk.json(['knowledge', ...args]), 2, 'invalid', words);
  });
});
