import { z } from '#contract/zod.ts';

type Schema = z.core.$ZodType;

/** The values of the fields that accept anything. */
export interface Filling {
  /** Free text. */
  readonly text: string;
  /** Any JSON. */
  readonly document: unknown;
}

/**
 * Returns inputs that fit a schema.
 *
 * There is one for each option of a union, with every optional field given. Every field that
 * accepts anything gets the same filling.
 */
export function samplesOf(schema: Schema, filling: Filling): unknown[] {
  if (schema instanceof z.ZodObject) return objectsOf(schema.shape, filling);
  if (schema instanceof z.ZodArray) return samplesOf(schema.element, filling).map((each) => [each]);
  if (schema instanceof z.ZodTuple)
    return [schema.def.items.map((item) => samplesOf(item, filling)[0])];
  if (schema instanceof z.ZodRecord) {
    const [key] = samplesOf(schema.keyType, filling);
    return samplesOf(schema.valueType, filling).map((each) => ({ [String(key)]: each }));
  }
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((each) => samplesOf(each, filling));
  if (schema instanceof z.ZodIntersection)
    return samplesOf(schema.def.left, filling).flatMap((left) =>
      samplesOf(schema.def.right, filling).map((right) => Object.assign({}, left, right)),
    );
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return samplesOf(schema.def.innerType, filling);
  return [leafOf(schema, filling)];
}

/**
 * Returns as many objects as the field with the most samples has; the other fields repeat their
 * samples.
 */
function objectsOf(shape: Readonly<Record<string, Schema>>, filling: Filling): unknown[] {
  const fields = Object.entries(shape).map(
    ([name, inner]) => [name, samplesOf(inner, filling)] as const,
  );
  const count = Math.max(1, ...fields.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(fields.map(([name, samples]) => [name, samples[at % samples.length]])),
  );
}

function leafOf(schema: Schema, { text, document }: Filling): unknown {
  if (schema instanceof z.ZodURL) return new URL(text, 'file:').href;
  if (schema instanceof z.ZodBase64) return Buffer.from(text).toString('base64');
  if (schema instanceof z.ZodString) return fits(schema, text) ? text : shortened(schema, text);
  if (schema instanceof z.ZodNumber)
    return [0, 1, 100].find((each) => schema.safeParse(each).success);
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodCustom) return document;
  throw new TypeError(`no sample of a ${schema._zod.def.type} is known`);
}

function fits(schema: z.ZodString, text: string): boolean {
  return schema.safeParse(text).success;
}

/** Returns free text that fits a limited length or form. */
function shortened(schema: z.ZodString, text: string): string {
  const found = [text.slice(0, 1), 'a'.repeat(64), ''].find((each) => fits(schema, each));
  if (found === undefined) throw new TypeError('no sample of this text is known');
  return found;
}
