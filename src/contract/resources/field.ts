import { parseDecimal } from '../decimal.ts';
import type { FileContent } from '../files/types.ts';
import type { Json } from '../json.ts';
import { jsonObject, json } from '../json.ts';
import { z } from '../zod.ts';

/** A text in the two languages of the interface. */
export interface Label {
  readonly en: string;
  readonly pl: string;
}

/** What a value is, and so how it is typed, compared, sorted and shown. */
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

/** When a field may be given: on creation, and in a later change. */
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

/** One field of a resource: the single source for form, grid, command line, import and wire. */
export interface Field extends FieldRules {
  readonly type: FieldType;
  readonly label: Label;
  readonly group: string;
  /** Checks what a person gave and yields the normal form; its messages say what is expected. */
  readonly schema: z.ZodType<Json>;
  /** The names under which the service shows the value, best first; default the field's own. */
  readonly readAs?: readonly string[];
  readonly column?: ColumnSpec;
  readonly parts?: Readonly<Record<string, Field>>;
  /** The gap of the document that the field's rules rest on, as `doc §…`. */
  readonly gap?: string;
  /** Shown to a person where the field is locked or restricted. */
  readonly note?: Label;
  /** What the files of a field are; where it is left out, any file that the upload takes. */
  readonly content?: FileContent;
  /** What its numbers count, which a person may type behind them: `9,60 zł`, `12 mm`. */
  readonly unit?: 'money' | 'mm';
  /** Below zero it makes sense too. */
  readonly signed?: true;
  /** A code: what nobody sees in it, such as a space of no width, is left out where it is typed. */
  readonly code?: true;
  /** The service may answer in another form than it was sent (doc §3): never a difference. */
  readonly formMayDiffer?: boolean;
}

type Options = Partial<FieldRules> & {
  readonly label: Label;
  readonly group: string;
} & Partial<
    Pick<
      Field,
      | 'readAs'
      | 'column'
      | 'gap'
      | 'note'
      | 'content'
      | 'unit'
      | 'signed'
      | 'code'
      | 'formMayDiffer'
    >
  >;

const RULES: FieldRules = { create: 'optional', update: false };

function field(type: FieldType, schema: z.ZodType<Json>, options: Options): Field {
  return { ...RULES, ...options, type, schema };
}

const expect = (expected: string) => ({ error: () => expected });

const plainText = z.union([z.string(), z.number().transform(String)], expect('text'));
const decimalText = z
  .union([z.string(), z.number().transform(String)], expect('a number such as 12.50'))
  .transform((value, context) => {
    const decimal = parseDecimal(value);
    if (decimal !== null) return decimal;
    context.addIssue({ code: 'custom', message: 'a number such as 12.50' });
    return z.NEVER;
  });
const flagValue = z
  .union([z.boolean(), z.enum(['true', 'false'])], expect('true or false'))
  .transform((value) => value === true || value === 'true');

/** The value that stands for a file not yet uploaded: the id of its staged copy. */
export const fileRef = z.strictObject({ $file: z.string().min(1) });
const fileValue = z.union([z.string().min(1), fileRef], expect('a file'));

export const text = (options: Options) => field('text', plainText, options);
export const longText = (options: Options) => field('longText', plainText, options);
export const color = (options: Options) =>
  field(
    'color',
    z.string(expect('a colour #RRGGBB')).regex(/^#[0-9a-f]{6}$/i, 'a colour #RRGGBB'),
    options,
  );
/** A decimal kept as text, so that no digit a person typed is lost. */
export const decimal = (options: Options) => field('decimal', decimalText, options);
export const number = (options: Options) => field('number', decimalText.transform(Number), options);
export const flag = (options: Options) => field('flag', flagValue, options);
export const date = (options: Options) =>
  field('date', z.iso.date(expect('a date YYYY-MM-DD')), options);
export const list = (options: Options) => field('list', z.array(json, expect('a list')), options);
export const object = (options: Options) =>
  field(
    'object',
    z.custom<Json>((v) => jsonObject.safeParse(v).success, expect('an object, may be empty')),
    options,
  );
/** The relative path of one uploaded file. */
export const file = (options: Options) => field('file', fileValue, options);
/** The relative paths of several uploaded files, in order. */
export const files = (options: Options) =>
  field('files', z.array(fileValue, expect('a list of files')), options);

/** A nested object with named parts; a part left out is not touched. */
export function group(parts: Readonly<Record<string, Field>>, options: Options): Field {
  const shape = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, part.schema.optional()]),
  );
  const names = Object.keys(parts).join(', ');
  const schema = z
    .strictObject(shape, expect(`an object with ${names}`))
    .transform((value): Json => {
      const given = Object.entries(value).filter(
        (pair): pair is [string, Json] => pair[1] !== undefined,
      );
      return Object.fromEntries(given);
    });
  return { ...field('group', schema, options), parts };
}
