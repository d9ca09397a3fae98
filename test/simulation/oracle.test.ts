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

describe('a value of another hand that a request of ours gave again', () => {
  /** A record with a value of theirs, which an undo of ours has put back over ours. */
  async function undone() {
    const oracle = new Oracle(new World(), () => model);
    const model = new ModelService({}, chanceOf(1), () => new Date(0));
    model.state.onEffect = (effect) => oracle.onEffect(effect);
    const name = (value: number) => ({ name: `N${value}` });
    const [theirs, other, ours, next] = [
      oracle.value('other'),
      oracle.value('other'),
      oracle.value('us'),
      oracle.value('us'),
    ];
    const made = model.state.insert('fittings', { kod: 'K1', ...name(theirs) });
    const id = String(made['_id']);
    /** Changes the record for an operation that began with a value, after a read that showed another. */
    const send = (base: number, read: number, value: number) => {
      const seen = { name: read, price: null };
      const sending = { ...SENDING, action: 'update', base: name(base), read: seen };
      return oracle.whileOurs(sending, null, async () =>
        model.state.patch('fittings', id, name(value)),
      );
    };
    oracle.again.add(theirs);
    await send(theirs, theirs, ours);
    await send(ours, ours, theirs);
    const putBack = (value: number) => {
      model.state.remove('fittings', id);
      model.state.insert('fittings', { ...made, ...name(value) });
    };
    const violations = () => oracle.violations.map(({ invariant }) => invariant);
    return { send, putBack, violations, theirs, other, ours, next };
  }

  it('is ours, also where a backup of the service was put back that has it too', async () => {
    const { send, putBack, violations, theirs, ours, next } = await undone();
    putBack(theirs);
    await send(ours, theirs, next);
    expect(violations()).toEqual([]);
  });

  it('is theirs again where the backup has another value of theirs', async () => {
    const { send, putBack, violations, other, ours, next } = await undone();
    putBack(other);
    await send(ours, other, next);
    expect(violations()).toEqual(['I7']);
  });
});
