import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  choiceTexts,
  compare,
  stillOpen,
} from '../../../../src/renderer/src/screens/outbox/model/conflict.ts';
import {
  decided,
  forgetResolved,
} from '../../../../src/renderer/src/screens/outbox/decisions/decided.ts';
import { TypedTexts } from '../../../../src/renderer/src/state/typedTexts.ts';
import { clash } from '../../fields/outboxSupport.ts';

describe('what was typed about a thing', () => {
  it('is there when one comes back to it, and nobody else’s', () => {
    const texts = new TypedTexts();
    texts.type('a', { price: '9' });
    texts.type('b', { price: '7' });
    texts.type('a', { name: 'Zawias' });
    expect(texts.of('a')).toEqual({ price: '9', name: 'Zawias' });
    expect(texts.of('b')).toEqual({ price: '7' });
  });

  it('is forgotten when something was made of it, but for what was typed since', () => {
    const texts = new TypedTexts();
    texts.type('a', { price: '9', name: 'Zawias' });
    const sent = texts.of('a');
    texts.type('a', { price: '8' });
    texts.settle('a', sent);
    expect(texts.of('a')).toEqual({ price: '8' });
  });

  it('is forgotten with the thing', () => {
    const texts = new TypedTexts();
    texts.type('a', { price: '9' });
    texts.type('b', { price: '7' });
    texts.keepOnly(new Set(['b']));
    expect([texts.of('a'), texts.of('b')]).toEqual([{}, { price: '7' }]);
  });
});

describe('a choice between two values', () => {
  const { conflict } = clash('a');
  const lines = compare('fittings', conflict);
  const texts = choiceTexts(lines, { price: 'theirs' });

  it('stands when the operation is read again', () => {
    expect(choicesOf(compare('fittings', { ...conflict, readAt: 99 }), texts)).toEqual({
      price: 'theirs',
    });
  });

  it('is open again when one of the values is another', () => {
    const fields = conflict.fields.map((each) =>
      each.field === 'price' ? { ...each, theirs: '11.00' } : each,
    );
    const now = compare('fittings', { ...conflict, fields });
    expect(choicesOf(now, texts)).toEqual({});
    expect(stillOpen(now, choicesOf(now, texts))).toEqual(['price']);
  });
});

describe('the choices of conflicts that are resolved together', () => {
  it('are kept where a conflict could not be resolved', () => {
    for (const id of ['a', 'b']) decided.type(id, { price: 'mine' });
    forgetResolved(['a', 'b'], [{ operation: 'b', error: { code: 'state', message: 'sent' } }]);
    expect([decided.of('a'), decided.of('b')]).toEqual([{}, { price: 'mine' }]);
  });
});
