import { describe, expect, it } from 'vitest';
import { rulesOf as rulesIn } from '#contract/rules.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { RULE_KNOBS } from '#reference/variant.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';

const CREATE = { method: 'POST', path: '/adminapi/fittings' } as const;
const REQUIRED = { statusRule: 'required' } as const;

async function addFittings(desk: TestWorkstation, count: number, more = {}): Promise<void> {
  for (let at = 1; at <= count; at += 1)
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: `N-${at}`, name: `Nowe ${at}`, ...more },
      files: [],
    });
}

async function rulesOf(desk: TestWorkstation, kind: Kind = 'fittings') {
  return rulesIn((await desk.call('serviceFacts.list', {})).facts, kind);
}

const posts = (desk: TestWorkstation) =>
  desk.service.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/fittings'));

async function open(desk: TestWorkstation) {
  return (await desk.call('outbox.list', {})).operations;
}

describe('rules that a refusal shows', () => {
  it.each(RULE_KNOBS.faultForm)('learns a required field from the form %s', async (faultForm) => {
    const desk = await openDesk({ variant: { ...REQUIRED, faultForm } });
    await addFittings(desk, 1);
    const before = desk.clock.now();
    await desk.push();
    expect((await rulesOf(desk))[0]?.at).toBeGreaterThanOrEqual(before);
    expect(await rulesOf(desk)).toMatchObject([
      {
        field: 'status',
        fact: 'required',
        value: true,
        source: 'service',
        record: 'N-1',
        request: 'POST /adminapi/fittings',
      },
    ]);
    expect((await rulesOf(desk))[0]?.words).toMatch(/required|wymagane/);
    const [rule] = await rulesOf(desk);
    expect((await open(desk))[0]?.reason?.details?.rules).toEqual([
      { field: 'status', fact: 'required', words: rule?.words },
    ]);
  });

  it.each(RULE_KNOBS.faultForm)('learns the values that the form %s names', async (faultForm) => {
    const desk = await openDesk({ variant: { statusRule: 'oneOf', faultForm } });
    await addFittings(desk, 1, { status: '7' });
    await desk.push();
    expect(await rulesOf(desk)).toMatchObject([
      { field: 'status', fact: 'restricted', value: ['1', '2'] },
    ]);
  });

  it('keeps rules after a restart, and only for the service that showed them', async () => {
    const desk = await openDesk({ variant: REQUIRED });
    await addFittings(desk, 1);
    await desk.push();
    await desk.restart();
    expect(await rulesOf(desk)).toHaveLength(1);
    expect(await rulesOf(desk, 'materials')).toEqual([]);
  });

  it('learns nothing from a taken code, a lost sign-in or an answer without a field', async () => {
    const desk = await openDesk();
    const answers = [
      [400, 'kod N-1 already exists'],
      [409, '"status" is required'],
      [403, '"status" is required'],
      [400, 'Validation failed'],
      [422, 'colour is required'],
    ] as const;
    answers.forEach(([status, message], index) =>
      desk.service.addFault({ kind: 'status', on: CREATE, nth: index + 1, status, message }),
    );
    await addFittings(desk, answers.length);
    await desk.push();
    expect((await open(desk)).map(({ state }) => state)).toEqual(answers.map(() => 'refused'));
    expect(await rulesOf(desk)).toEqual([]);
  });

  it('takes "required" about a given value for no rule', async () => {
    const desk = await openDesk();
    const message = 'name is required';
    desk.service.addFault({ kind: 'status', on: CREATE, nth: 1, status: 400, message });
    await addFittings(desk, 1);
    await desk.push();
    expect(await rulesOf(desk)).toEqual([]);
  });

  it('forgets a required field once a record without it was created and read back', async () => {
    const desk = await openDesk({ variant: REQUIRED });
    await addFittings(desk, 1);
    await desk.push();
    expect(await rulesOf(desk)).toHaveLength(1);
    desk.service.setVariant({ statusRule: 'none' });
    const [refused] = await open(desk);
    await desk.call('outbox.retry', { operation: refused?.id ?? '' });
    await desk.push();
    expect(desk.service.state.all('fittings')).toHaveLength(3);
    expect(await rulesOf(desk)).toEqual([]);
  });

  it('forgets a list of values once another one was created and read back', async () => {
    const desk = await openDesk({ variant: { statusRule: 'oneOf' } });
    await addFittings(desk, 1, { status: '7' });
    await desk.push();
    expect(await rulesOf(desk)).toHaveLength(1);
    desk.service.setVariant({ statusRule: 'none' });
    const [refused] = await open(desk);
    await desk.call('outbox.retry', { operation: refused?.id ?? '' });
    await desk.push();
    expect(await rulesOf(desk)).toEqual([]);
  });

  it('learns from an update only what the record itself lacks', async () => {
    const desk = await openDesk();
    const update = async (values: { name?: string; group?: string }) => {
      desk.service.addFault({
        kind: 'status',
        on: { method: 'PATCH' },
        nth: 1,
        status: 422,
        message: 'group is required',
      });
      await desk.call('records.update', {
        kind: 'edge-bands',
        ref: 'ABS-22',
        values,
        files: [],
      });
      await desk.push();
      return rulesOf(desk, 'edge-bands');
    };
    expect(await update({ name: 'Inne' })).toEqual([]);
    expect(await update({ group: '' })).toMatchObject([
      { field: 'group', fact: 'required', request: 'PATCH /adminapi/edge_band/:id' },
    ]);
  });

  it('keeps the rule when a creation without the field got no answer', async () => {
    const desk = await openDesk({ variant: REQUIRED });
    await addFittings(desk, 1);
    await desk.push();
    const [refused] = await open(desk);
    desk.service.addFault({ kind: 'resetBefore', on: CREATE, nth: 1 });
    await desk.call('outbox.retry', { operation: refused?.id ?? '' });
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(await rulesOf(desk)).toHaveLength(1);
  });
});

describe('eight records refused for one reason', () => {
  it('are learned within one refusal, corrected at once, and each sent once more', async () => {
    const desk = await openDesk({ variant: REQUIRED });
    await addFittings(desk, 8);
    await desk.push();
    expect(posts(desk)).toHaveLength(8);
    expect(await rulesOf(desk)).toHaveLength(1);
    const refused = await open(desk);
    const plan = await desk.call('bulk.plan', {
      kind: 'fittings',
      selection: { operations: refused.map(({ id }) => id) },
      change: { code: 'set', field: 'status', value: '1' },
    });
    expect(plan.counts).toMatchObject({ changed: 8, error: 0, ticked: 8, warned: 0 });
    expect(posts(desk)).toHaveLength(8);
    expect((await open(desk)).map(({ state }) => state)).toEqual(refused.map(() => 'refused'));
    const { queued } = await desk.call('changesets.queue', { plan: plan.plan });
    expect(queued).toBe(8);
    expect((await open(desk)).map(({ id, state }) => [id, state])).toEqual(
      refused.map(({ id }) => [id, 'waiting']),
    );
    await desk.push();
    expect(posts(desk)).toHaveLength(16);
    const made = desk.service.state
      .all('fittings')
      .filter(({ kod }) => JSON.stringify(kod).startsWith('"N-'));
    expect(made.map(({ kod, status }) => [kod, status])).toEqual(
      refused.map(({ key }) => [key, '1']),
    );
    expect(await open(desk)).toEqual([]);
    expect(await rulesOf(desk)).toHaveLength(1);
  });
});
