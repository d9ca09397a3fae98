import { describe, expect, it } from 'vitest';
import type { ServiceFact } from '#contract/serviceFacts.ts';
import { openMirror } from '../sync/pull/support.ts';

const STATUS: ServiceFact = {
  kind: 'fittings',
  field: 'status',
  fact: 'required',
  value: true,
  source: 'service',
  words: '"status" is required',
  request: 'POST /adminapi/fittings',
  record: 'ZAW-110',
  at: 1_000,
};
const PRICE: ServiceFact = { ...STATUS, field: 'price', fact: 'update', value: 'kept' };

it('reads the latest thousand of foreign data, and none that is too long', () => {
  const { ws } = openMirror();
  for (let at = 0; at < 1_010; at++) ws.facts.set({ ...STATUS, field: `f${at}`, at });
  ws.facts.set({ ...STATUS, words: 'x'.repeat(60_000), at: 5_000 });
  const read = ws.facts.all();
  expect(read).toHaveLength(1_000);
  expect(read.map(({ field }) => field)).not.toContain('f9');
  expect(read.map(({ field }) => field)).not.toContain('status');
});

it('keeps what a service has shown, also over a restart', () => {
  const mirror = openMirror();
  mirror.ws.meta.set('url', 'https://a.example');
  mirror.ws.facts.set({ ...STATUS, value: false });
  mirror.ws.facts.set(STATUS);
  mirror.ws.facts.set(PRICE);
  const { ws } = mirror.reopen();
  expect(ws.facts.all()).toEqual([PRICE, STATUS]);
  expect(ws.facts.all('products')).toEqual([]);
  expect(ws.facts.forget('fittings', 'price', 'update')).toBe(true);
  expect(ws.facts.forget('fittings', 'price', 'update')).toBe(false);
  expect(ws.facts.all('fittings')).toEqual([STATUS]);
});

it('tells the facts of two services apart', () => {
  const { ws } = openMirror();
  ws.meta.set('url', 'https://a.example');
  ws.facts.set(STATUS);
  ws.meta.set('url', 'https://b.example');
  expect(ws.facts.all()).toEqual([]);
  expect(ws.facts.forget('fittings', 'status', 'required')).toBe(false);
  ws.meta.set('url', 'https://a.example');
  expect(ws.facts.all()).toEqual([STATUS]);
});

it('leaves out a fact that a newer version wrote', () => {
  const { ws } = openMirror();
  ws.facts.set(STATUS);
  ws.work.exec(
    `INSERT INTO service_fact SELECT service, kind, 'name', fact, '{"newer": 1}', source, words, request, record, at FROM service_fact`,
  );
  expect(ws.facts.all()).toEqual([STATUS]);
});

describe('the word of a person', () => {
  const kept: ServiceFact = {
    ...PRICE,
    source: 'person',
    words: null,
    request: null,
    record: null,
  };
  const other: ServiceFact = { ...PRICE, value: 'not-kept', at: 2_000 };

  it('stays when the service answers differently, whose answer is kept beside it', () => {
    const mirror = openMirror();
    mirror.ws.facts.set(other);
    expect(mirror.ws.facts.set(kept)).toBe(true);
    expect(mirror.ws.facts.set(other)).toBe(false);
    const { ws } = mirror.reopen();
    expect(ws.facts.all()).toEqual([kept]);
    expect(ws.facts.answer(PRICE)).toEqual(other);
    expect([...ws.facts.keptUpdates('fittings')]).toEqual(['price']);
    // The service agrees again.
    ws.facts.set({ ...PRICE, at: 3_000 });
    expect(ws.facts.answer(PRICE)).toBeNull();
    expect(ws.facts.all()).toEqual([kept]);
  });

  it('is forgotten with the answer beside it', () => {
    const { ws } = openMirror();
    ws.facts.set(kept);
    ws.facts.set(other);
    ws.facts.forget('fittings', 'price', 'update');
    expect(ws.facts.answer(PRICE)).toBeNull();
    expect(ws.facts.set(other)).toBe(true);
    expect(ws.facts.all()).toEqual([other]);
  });

  it('reads no answer that a newer version wrote', () => {
    const { ws } = openMirror();
    ws.facts.set(kept);
    for (const text of ['{"newer": 1}', 'no JSON']) {
      ws.meta.set('cap:answer:fittings:price:update', text);
      expect(ws.facts.answer(PRICE)).toBeNull();
    }
  });
});
