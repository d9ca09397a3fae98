import { describe, expect, it } from 'vitest';
import { refusalFaults } from '#core/service/refusalFaults.ts';
import { listIn, ruleOfField, rulesInText } from '#core/service/ruleWords.ts';

const faults = (body: unknown) => refusalFaults(Buffer.from(JSON.stringify(body)));
const NAMES = ['status', 'name', 'grupa', 'kod', 'wymiary.x', 'date', 'main', 'id'];
const rules = (text: string) =>
  rulesInText(text, NAMES).map(({ name, says, values }) => [name, says, values]);

describe('the complaints in the body of a refusal', () => {
  it.each([
    ['a text', { message: '"status" is required' }, [[], '"status" is required']],
    ['a map of texts', { errors: { status: 'is required' } }, [['status'], 'is required']],
    ['a map of lists', { errors: { status: ['is required'] } }, [['status'], 'is required']],
    [
      'mongoose',
      { errors: { status: { name: 'ValidatorError', message: 'Path `status` is required.' } } },
      [['status'], 'Path `status` is required.'],
    ],
    [
      'joi',
      { details: [{ path: ['status'], message: '"status" is required' }] },
      [['status'], '"status" is required'],
    ],
    [
      'zod',
      { issues: [{ code: 'invalid_type', path: ['status'], message: 'Required' }] },
      [['status'], 'Required'],
    ],
    [
      'zod inside the message',
      { message: '[{"path":["status"],"message":"Required"}]' },
      [['status'], 'Required'],
    ],
    [
      'flattened zod',
      { error: { formErrors: [], fieldErrors: { status: ['Required'] } } },
      [['status'], 'Required'],
    ],
    [
      'formatted zod',
      { error: { _errors: [], status: { _errors: ['Required'] } } },
      [['status'], 'Required'],
    ],
    [
      'express-validator',
      { errors: [{ type: 'field', msg: 'Invalid value', path: 'status', location: 'body' }] },
      [['status'], 'Invalid value'],
    ],
    [
      'class-validator',
      [{ property: 'status', constraints: { isNotEmpty: 'status should not be empty' } }],
      [['status'], 'status should not be empty'],
    ],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'status'], msg: 'field required' }] },
      [['status'], 'field required'],
    ],
    [
      'JSON Schema',
      {
        errors: [
          { instancePath: '', params: { missingProperty: 'status' }, message: 'must have it' },
        ],
      },
      [['status'], 'must have it'],
    ],
    [
      'JSON:API',
      {
        errors: [{ status: '422', source: { pointer: '/data/attributes/status' }, detail: 'No' }],
      },
      [['status'], 'No'],
    ],
    [
      'a field beside the message',
      { field: 'status', message: 'is required' },
      [['status'], 'is required'],
    ],
  ])('reads %s', (_form, body, [path, words]) => {
    expect(faults(body)).toContainEqual({ path, words, allowed: null });
  });

  it('reads the values that an answer lists as data', () => {
    const body = {
      errors: [
        { instancePath: '/status', message: 'must match', params: { allowedValues: [1, 2] } },
      ],
    };
    expect(faults(body)).toEqual([{ path: ['status'], words: 'must match', allowed: ['1', '2'] }]);
  });

  it('takes no field from the code or the status of the answer itself', () => {
    const body = { code: 'VALIDATION', status: 400, name: 'ValidationError', message: 'No' };
    expect(faults(body)).toEqual([{ path: [], words: 'No', allowed: null }]);
  });

  it('reads at most twenty complaints of a flood, and none of broken JSON', () => {
    const flood = { errors: Array.from({ length: 1000 }, (_, at) => `field ${at} is required`) };
    expect(faults(flood)).toHaveLength(20);
    expect(refusalFaults(Buffer.from('<html>'))).toEqual([]);
    expect(faults({ message: 'x'.repeat(5000) })[0]?.words).toHaveLength(500);
  });
});

describe('the rules in a text', () => {
  it.each([
    '"status" is required',
    'Path `status` is required.',
    'Status is required',
    'status cannot be empty',
    '"status" is not allowed to be empty',
    'status should not be empty',
    "must have required property 'status'",
    'requires property "status"',
    'Missing required field: status',
    'body.status is required',
    'pole status jest wymagane',
    'Pole „status” nie może być puste',
    'Brak wymaganego pola status',
    'Uzupełnij pole status',
  ])('"%s" asks for the status', (text) => {
    expect(rules(text)).toEqual([['status', 'required', null]]);
  });

  it('reads several names of one sentence', () => {
    const both = [
      ['status', 'required', null],
      ['grupa', 'required', null],
    ];
    expect(rules('Missing required fields: status, grupa')).toEqual(both);
    expect(rules('status and grupa are required')).toEqual(both);
    expect(rules('"status" is required; "grupa" is required')).toEqual(both);
  });

  it.each([
    ['"status" must be one of [1, 2]', ['1', '2']],
    ['status must be one of the following values: 1, 2', ['1', '2']],
    ["status must be one of: 'active' or 'draft'", ['active', 'draft']],
    ['pole status musi być jedną z: 1, 2', ['1', '2']],
    ['Nieprawidłowa wartość pola status, dozwolone wartości: 1, 2', ['1', '2']],
    ['`7` is not a valid enum value for path `status`.', null],
    ['status is invalid', null],
    ['Invalid value for status', null],
    ['status must be equal to one of the allowed values', null],
  ])('"%s" restricts the status', (text, values) => {
    expect(rules(text)).toEqual([['status', 'restricted', values]]);
  });

  it.each([
    'kod F-1 already exists',
    'E11000 duplicate key error: status is invalid',
    'Unauthorized',
    'You have no permission: status is required for admins',
    'No record of that name',
    'Validation failed',
    'The statuses are required',
    'my-status is required',
    'status.code is required',
    'Kod jest już zajęty',
  ])('"%s" is no rule', (text) => {
    expect(rules(text)).toEqual([]);
  });

  it('knows a part of a field', () => {
    expect(rules('wymiary.x is required')).toEqual([['wymiary.x', 'required', null]]);
  });

  it('stays fast on a hostile text', () => {
    const started = performance.now();
    rules(`${'status, '.repeat(62)}!`);
    rules('required '.repeat(55));
    listIn('one of '.repeat(70));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('the words beside a named field', () => {
  it('says whether the field is required', () => {
    expect(ruleOfField('Required')).toEqual({ says: 'required', values: null });
    expect(ruleOfField('Invalid input: expected string, received undefined')).toMatchObject({
      says: 'required',
    });
    expect(ruleOfField('jest wymagane')).toMatchObject({ says: 'required' });
    expect(ruleOfField("Invalid enum value. Expected 'a' | 'b', received 'c'")).toEqual({
      says: 'restricted',
      values: ['a', 'b'],
    });
    expect(ruleOfField('Invalid option: expected one of "1"|"2"')).toEqual({
      says: 'restricted',
      values: ['1', '2'],
    });
    expect(ruleOfField('is already taken')).toBeNull();
  });
});
