import { expecting, sentenceOf } from '../expectations/expected.ts';
import type { ExpectationCode } from '../expectations/expected.ts';
import { parseDecimal } from '../decimal.ts';
import type { FileContent } from '../files/types.ts';
import type { Json } from '../json.ts';
import { jsonObject, json } from '../json.ts';
import { z } from '../zod.ts';

/** A text in both languages of the interface. */
export interface Label {
  readonly en: string;
  readonly pl: string;
}

/** The type of a value: it determines input, comparison, sorting and display. */
export type FieldType =
  | 'text'
  | 'longText'
  | 'decimal'
  | 'number'
  | 'flag'
  | 'date'
  | 'color'
  | 'group'
  | 'list'
  | 'object'
  | 'file'
  | 'files';

/** When a field may be given: on creation, and in an update. */
export interface FieldRules {
  readonly create: 'required' | 'optional' | 'never';
  readonly update: boolean;
}

/** How a grid shows a field; `index` keeps it sorted on disk. */
export interface ColumnSpec {
  readonly width: number;
  readonly index?: boolean;
  readonly hidden?: boolean;
}

/** One field of a kind: the single source for form, grid, command line, import and requests. */
export interface Field extends FieldRules {
  readonly type: FieldType;
  readonly label: Label;
  readonly group: string;
  /** Validates a given value and returns its normal form; its messages state the expected value. */
  readonly schema: z.ZodType<Json>;
  /** The service's names of the value, best first; by default the field's own name. */
  readonly readAs?: readonly string[];
  /** Further column names that an import accepts, such as former labels. */
  readonly columnNames?: readonly string[];
  readonly column?: ColumnSpec;
  readonly parts?: Readonly<Record<string, Field>>;
  /** The gap of the document behind the field's rules, as `doc §…`. */
  readonly gap?: string;
  /** Shown when the field is locked or restricted. */
  readonly note?: Label;
  /** The content of the field's files; by default any file that the upload accepts. */
  readonly content?: FileContent;
  /** The unit of its numbers, which the user may type after them: `9,60 zł`, `12 mm`. */
  readonly unit?: 'money' | 'mm';
  /** Only whole numbers are allowed. */
  readonly whole?: true;
  /** Negative values are allowed. */
  readonly signed?: true;
  /** A numeric code whose meaning the service does not tell; a profile may give it labels. */
  readonly coded?: true;
  /** A text that holds `true` or `false` (doc §2.3). */
  readonly booleanText?: true;
  /** A code: invisible characters, such as a zero-width space, are removed from input. */
  readonly code?: true;
  /** Belongs to one record, as its stock does; a duplicate leaves it out. */
  readonly identity?: true;
  /** The service may answer in another form than was sent (doc §3); that is no difference. */
  readonly formMayDiffer?: boolean;
  /** The document shows several types for its values, or none. */
  readonly anyType?: true;
  /** A composition: codes of other kinds stand in it under the names of `referredBy`. */
  readonly namesParts?: true;
  /** A list of links to records of this kind, by code or id. */
  readonly linksTo?: string;
}

type Options = Partial<FieldRules> & {
  readonly label: Label;
  readonly group: string;
} & Partial<
    Pick<
      Field,
      | 'readAs'
      | 'columnNames'
      | 'column'
      | 'gap'
      | 'note'
      | 'content'
      | 'unit'
      | 'whole'
      | 'signed'
      | 'coded'
      | 'booleanText'
      | 'code'
      | 'identity'
      | 'formMayDiffer'
      | 'anyType'
      | 'namesParts'
      | 'linksTo'
    >
  >;

const RULES: FieldRules = { create: 'optional', update: false };

function field(type: FieldType, schema: z.ZodType<Json>, options: Options): Field {
  return { ...RULES, ...options, type, schema };
}

const expect = (code: ExpectationCode) => ({ error: () => sentenceOf(code) });

const plainText = z.union([z.string(), z.number().transform(String)], expect('text'));
const decimalText = z
  .union([z.string(), z.number().transform(String)], expect('number'))
  .transform((value, context) => {
    const decimal = parseDecimal(value);
    if (decimal !== null) return decimal;
    context.addIssue({ code: 'custom', message: sentenceOf('number') });
    return z.NEVER;
  });
const WHOLE = [(value: number) => Number.isInteger(value), 'a whole number'] as const;
const flagValue = z
  .union([z.boolean(), z.enum(['true', 'false'])], expect('flag'))
  .transform((value) => value === true || value === 'true');

/** The value of a file that is not uploaded yet: the id of its staged copy. */
export const fileRef = z.strictObject({ $file: z.string().min(1) });
const fileValue = z.union([z.string().min(1), fileRef], expect('file'));

export const text = (options: Options) => field('text', plainText, options);
export const longText = (options: Options) => field('longText', plainText, options);
export const color = (options: Options) =>
  field(
    'color',
    z.string(expect('colour')).regex(/^#[0-9a-f]{6}$/i, sentenceOf('colour')),
    options,
  );
/** A decimal stored as text, so that no typed digit is lost. */
export const decimal = (options: Options) => field('decimal', decimalText, options);
export const number = (options: Options) => {
  const schema = decimalText.transform(Number);
  return field('number', options.whole === true ? schema.refine(...WHOLE) : schema, options);
};
export const flag = (options: Options) => field('flag', flagValue, options);
export const date = (options: Options) => field('date', z.iso.date(expect('date')), options);
export const list = (options: Options) => field('list', z.array(json, expect('list')), options);
export const object = (options: Options) =>
  field(
    'object',
    z.custom<Json>((v) => jsonObject.safeParse(v).success, expect('object')),
    options,
  );
/** The relative path of one uploaded file. */
export const file = (options: Options) => field('file', fileValue, options);
/** The relative paths of several uploaded files, in order. */
export const files = (options: Options) =>
  field('files', z.array(fileValue, expect('files')), options);

/** A nested object with named parts; omitted parts are not changed. */
export function group(parts: Readonly<Record<string, Field>>, options: Options): Field {
  const shape = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, part.schema.optional()]),
  );
  const names = Object.keys(parts).join(', ');
  const schema = z
    .strictObject(shape, { error: () => expecting('objectWith', { parts: names }).expected })
    .transform((value): Json => {
      const given = Object.entries(value).filter(
        (pair): pair is [string, Json] => pair[1] !== undefined,
      );
      return Object.fromEntries(given);
    });
  return { ...field('group', schema, options), parts };
}
