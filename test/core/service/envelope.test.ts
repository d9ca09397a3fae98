import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { readUploadPath, readWrite } from '#core/service/answers.ts';
import { readList, readRecord, recordsOf } from '#core/service/envelope.ts';
import { parsed } from './support.ts';

const fitting = resourceOf('fittings');
const edgeBand = resourceOf('edge-bands');
const one = { _id: 'a1', name: 'Zawias' };
const two = { _id: { $oid: 'b2' }, name: 'Prowadnica' };

describe('readList', () => {
  it.each([
    ['the documented shape', { fittings: [one, two], totalFittings: 9 }, 9],
    ['a total as text', { fittings: [one, two], totalFittings: '9' }, 9],
    ['no total', { fittings: [one, two] }, null],
    ['a total that is none', { fittings: [one, two], totalFittings: -1.5 }, null],
    ['gap 1: a bare array', [one, two], null],
    ['gap 1: under data', { data: [one, two], total: 2 }, 2],
    ['gap 1: under any key', { found: [one, two], count: 3 }, 3],
    ['gap 1: with a count of what it shows', { found: [one, two], count: 2 }, null],
    ['wrapped twice', { data: { fittings: [one, two], totalFittings: 2 } }, 2],
    ['beside another array', { errors: [], fittings: [one, two] }, null],
    ['beside an array without ids', { tags: ['a'], found: [one, two] }, null],
  ])('reads %s', (_name, body, total) => {
    const reading = readList(parsed(body), fitting);
    expect(reading?.entries.map(({ id }) => id)).toEqual(['a1', 'b2']);
    expect(reading?.total).toBe(total);
  });

  it.each([
    ['gap 8: a bare array', [two]],
    ['gap 8: the wrapped array', { edgeBands: [two], totalEdgeBands: 1 }],
  ])('reads edge bands of a group as %s', (_name, body) => {
    expect(readList(parsed(body), edgeBand)?.entries.map(({ id }) => id)).toEqual(['b2']);
  });

  it.each([
    ['gap 6: an empty array', []],
    ['an empty list', { fittings: [], totalFittings: 0 }],
    ['an empty list under another key with a total of nothing', { rows: [], total: 0 }],
  ])('reads %s as an empty list', (_name, body) => {
    expect(readList(parsed(body), fitting)?.entries).toEqual([]);
  });

  it.each([
    ['null', null],
    ['an empty object', {}],
    ['a message', { message: 'x' }],
    ['a text', '"x"'],
    ['an array of texts', ['a']],
    ['an empty array of something else', { errors: [] }],
    ['two lists', { a: [one], b: [two] }],
    ['a single record, lists inside or not', { ...one, connected: [two] }],
    ['a null list', { fittings: null }],
  ])('never takes %s for an empty success', (_name, body) => {
    expect(readList(parsed(body), fitting)).toBeNull();
  });

  it('keeps each record exactly as it was sent', () => {
    const text = '{"totalFittings":1,"fittings":[ { "_id":"a1", "n":12345678901234567890 } ]}';
    const [record] = recordsOf(readList(parsed(text), fitting)?.entries ?? []);
    expect(record?.text).toBe('{ "_id":"a1", "n":12345678901234567890 }');
  });

  it.each([
    ['no id', { name: 'x' }],
    ['an id of another form', { _id: { a: 1 } }],
    ['an id that would leave its path', { _id: '../products/1' }],
    ['an id of a megabyte', { _id: 'a'.repeat(1e6) }],
    ['an id that lost digits', '{"_id":12345678901234567890}'],
    ['a number beyond all bounds', '{"_id":"c3","n":1e999}'],
    ['no record at all', '"text"'],
  ])('sets aside an entry with %s and keeps the others', (_name, entry) => {
    const odd = typeof entry === 'string' ? entry : JSON.stringify(entry);
    const reading = readList(parsed(`{"fittings":[${odd},{"_id":"a1"}]}`), fitting);
    expect(reading?.entries.map(({ id }) => id)).toEqual([null, 'a1']);
    expect(reading?.entries[0]?.text).toBe(odd);
  });

  it('reads ids as text, number and $oid', () => {
    const body = [{ _id: 'x-_9' }, { _id: 42 }, { _id: { $oid: 'f'.repeat(24) } }];
    const ids = readList(parsed(body), fitting)?.entries.map(({ id }) => id);
    expect(ids).toEqual(['x-_9', '42', 'f'.repeat(24)]);
  });
});

describe('readRecord', () => {
  it.each([
    ['a record', one],
    ['gap 2: under the singular', { fitting: one }],
    ['gap 3: beside a message', { message: 'Created', fitting: one }],
    ['under data', { success: true, data: one }],
    ['under data and the singular', { data: { fitting: one } }],
    ['under any key', { message: 'x', thing: one }],
    ['gap 8: an array of one', [one]],
    ['an array of one under the list key', { fittings: [one], totalFittings: 1 }],
    ['an array of one under any key', { thing: [one] }],
  ])('reads %s', (_name, body) => {
    expect(readRecord(parsed(body), fitting)).toEqual({
      id: 'a1',
      text: JSON.stringify(one),
      record: one,
    });
  });

  it.each([
    ['null', null],
    ['an empty array', []],
    ['several records', [one, two]],
    ['several wrapped records', { a: one, b: two }],
    ['a null inside', { fitting: null }],
    ['a message', { message: 'Fitting not found' }],
    ['a record with an odd id', { _id: '../x', thing: one }],
    ['an endless number', '{"_id":"a1","n":1e999}'],
    ['a record three levels down', { a: { b: { c: one } } }],
  ])('reads no record from %s', (_name, body) => {
    expect(readRecord(parsed(body), fitting)).toBeNull();
  });

  it('flattens $oid and keeps it in the text', () => {
    const record = readRecord(parsed({ edgeBand: two }), edgeBand);
    expect([record?.id, record?.text]).toEqual(['b2', JSON.stringify(two)]);
  });
});

describe('readWrite', () => {
  it.each([
    ['gaps 2, 4, 7, 9: the record', one, 'a1'],
    ['gaps 2, 4, 7, 9: the wrapped record', { fitting: one }, 'a1'],
    ['gap 3: a message and the record', { message: 'x', fitting: one }, 'a1'],
    ['gap 3: a message', { message: 'Created' }, null],
    ['gap 3: a message and an id', { message: 'Created', id: 'a1' }, 'a1'],
    ['a result of an insertion', { acknowledged: true, insertedId: 'a1' }, 'a1'],
    ['the same with $oid', { insertedId: { $oid: 'a1' } }, 'a1'],
    ['gap 2: a result of an update', { acknowledged: true, modifiedCount: 1 }, null],
    ['gaps 5, 10: a result of a removal', { deletedCount: 1 }, null],
    ['an old result', { n: 1, nModified: 1, ok: 1 }, null],
    ['a success', { success: true }, null],
    ['null', null, null],
    ['true', true, null],
    ['an empty text', '""', null],
    ['an empty object', {}, null],
    ['an empty array', [], null],
  ])('accepts %s', (_name, body, id) => {
    expect(readWrite(parsed(body), fitting)?.id).toBe(id);
  });

  it.each([
    ['a no', { success: false, message: 'x' }],
    ['an unacknowledged result', { acknowledged: false }],
    ['an error', { error: 'x' }],
    ['several errors', { message: 'x', errors: ['y'] }],
    ['a null record', { fitting: null }],
    ['several records', [one, two]],
    ['something else', { weather: 'fine' }],
    ['a number', 7],
    ['an object emptied of poison', '{"__proto__":{"message":"x"}}'],
  ])('does not take %s for done', (_name, body) => {
    expect(readWrite(parsed(body), fitting)).toBeNull();
  });
});

describe('readUploadPath', () => {
  const file = { originalname: 'a-1.png', path: 'uploads\\a-1.png' };

  it.each([
    ['files', { message: 'Images uploaded successfully!', files: [file] }],
    ['file', { message: 'Image uploaded successfully!', file }],
    ['an array under file', { file: [file] }],
    ['an object under files', { files: file }],
    ['data', { data: { files: [file] } }],
    ['a bare record', file],
    ['a bare array', [file]],
    ['several files, one with our name', { files: [{ path: 'b' }, file] }],
  ])('keeps the path of %s as it was sent', (_name, body) => {
    expect(readUploadPath(parsed(body).value, 'a-1.png')).toBe('uploads\\a-1.png');
  });

  it.each([
    ['a message', { message: 'ok' }],
    ['no path', { files: [{ filename: 'a' }] }],
    ['an empty path', { file: { path: '' } }],
    ['strangers', { files: [{ path: 'a' }, { path: 'b' }] }],
    ['null', null],
  ])('reads no path from %s', (_name, body) => {
    expect(readUploadPath(parsed(body).value, 'a-1.png')).toBeNull();
  });
});
