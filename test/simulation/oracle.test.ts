import { describe, expect, it } from 'vitest';
import { Oracle } from './oracle.ts';
import type { Sending } from './oracle.ts';
import { chanceOf } from './random.ts';
import { ModelService } from './service.ts';
import { World } from './world.ts';

const EID = 'the-record-here';
const SENDING: Sending = {
  seq: 1,
  eid: EID,
  action: 'create',
  base: null,
  read: null,
  mirrored: null,
};

/** A service with one record that a request of ours made, and the oracle that saw it. */
async function madeByUs() {
  const oracle = new Oracle(new World(), () => model);
  const model = new ModelService({}, chanceOf(1), () => new Date(0));
  model.state.onEffect = (effect) => oracle.onEffect(effect);
  const ours = () => ({ name: `N${oracle.value('us')}` });
  const theirs = () => ({ name: `N${oracle.value('other')}` });
  const write = <T>(work: () => T) => oracle.whileOurs(SENDING, null, async () => work());
  const made = await write(() => model.state.insert('fittings', { kod: 'K1', ...ours() }));
  const id = String(made['_id']);
  return { oracle, model, id, ours, theirs, write };
}

describe('a record that a request of ours made', () => {
  it('is our own, however often we change it', async () => {
    const { oracle, model, id, ours, write } = await madeByUs();
    await write(() => model.state.patch('fittings', id, ours()));
    expect(oracle.isOwn(EID, id)).toBe(true);
    expect(oracle.isOwn('another-record-here', id)).toBe(false);
  });

  it('is not ours alone once another hand has changed it, though we changed it again', async () => {
    const { oracle, model, id, ours, theirs, write } = await madeByUs();
    model.state.patch('fittings', id, theirs());
    expect(oracle.isOwn(EID, id)).toBe(false);
    await write(() => model.state.patch('fittings', id, ours()));
    expect(oracle.isOwn(EID, id)).toBe(false);
  });
});
