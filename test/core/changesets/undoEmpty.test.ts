import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';
import { rowsOf } from '../../support/sheets.ts';
import { picture, stage } from '../files/giving.ts';
import { sentUnseen } from '../sync/push/unseen.ts';

const at = (desk: TestWorkstation) => String(desk.service.state.all('materials')[0]?.['_id']);
const held = (desk: TestWorkstation) => ({ ...desk.service.state.get('materials', at(desk)) });

/** A material that has nothing in these fields is given something, which is sent and not seen to be there. */
async function given(
  value: (desk: TestWorkstation) => Promise<Record<string, Json>>,
): Promise<TestWorkstation> {
  const desk = await openDesk({ seed: { ...SEED, materials: [{ SIFRA: 'M', name: 'M' }] } });
  const values = await value(desk);
  await desk.call('records.update', { kind: 'materials', ref: 'M', values, files: [] });
  await sentUnseen(desk, 'materials', at(desk), { PICFILE: '', DEB: '' });
  return desk;
}

async function takeBack(desk: TestWorkstation) {
  const { plan, counts } = await desk.call('undo.plan', {});
  const rows = await rowsOf(desk, plan);
  if (counts.ticked > 0) await desk.call('changesets.queue', { plan });
  await sendAll(desk);
  return rows;
}

describe('an undo of what was given where nothing was, and is said not to have been taken', () => {
  it('empties a text that is there', async () => {
    const desk = await given(() => Promise.resolve({ DEB: '18' }));
    await takeBack(desk);
    expect(held(desk)['DEB']).toBe('');
  });

  it('says that a picture that is there cannot be taken out', async () => {
    const desk = await given(async (each) => ({
      PICFILE: { $file: await stage(each, '1.png', picture(1)) },
    }));
    expect(held(desk)['PICFILE']).toBeTruthy();
    expect(await takeBack(desk)).toMatchObject([{ outcome: 'error' }]);
  });
});
