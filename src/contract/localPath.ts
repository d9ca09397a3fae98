import { z } from './zod.ts';

/** The use of a local path by a call. */
export type PathUse = 'read' | 'write' | 'folder';

/** A local path in the input of a call. */
export interface NamedPath {
  /** The field of the path, such as `paths.0`. */
  readonly place: string;
  readonly path: string;
  readonly use: PathUse;
}

type Schema = z.core.$ZodType;

const brands = z.registry<{ use: PathUse }>();
const LONGEST = 32_768;

/**
 * Returns the schema of a local path for the input of a call.
 *
 * Every path field of the contract uses it. A shell finds the paths of a call by this brand, under
 * any field name. A check added to the schema makes a new schema without the brand, so only wrap it
 * (`nullable`, `optional`).
 */
export function localPath(use: PathUse) {
  return z.string().min(1).max(LONGEST).register(brands, { use });
}

/** Returns the branded paths in an input, even when the input is invalid. */
export function pathsIn(
  schema: Schema,
  input: unknown,
  places: readonly string[] = [],
): NamedPath[] {
  const use = brands.get(schema)?.use;
  if (use !== undefined)
    return typeof input === 'string' ? [{ place: places.join('.'), path: input, use }] : [];
  return innerOf(schema).flatMap(({ of, schema: inner }) => {
    if (of === 'same') return pathsIn(inner, input, places);
    if (typeof input !== 'object' || input === null) return [];
    return Object.entries(input)
      .filter(([name]) => of === 'every' || of.field === name)
      .flatMap(([name, value]) => pathsIn(inner, value, [...places, name]));
  });
}

/** Returns whether an input of this schema can hold a branded path. */
export function takesPath(schema: Schema): boolean {
  return brands.has(schema) || innerOf(schema).some((inner) => takesPath(inner.schema));
}

/** A schema inside another one: for the same value, one field, or every field or item. */
interface Inner {
  readonly of: 'same' | 'every' | { readonly field: string };
  readonly schema: Schema;
}

const LEAVES = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodCustom,
] as const;

/**
 * Returns the inner schemas.
 *
 * Throws for a schema type that is not listed here, since it could hide a brand.
 */
function innerOf(schema: Schema): readonly Inner[] {
  const same = (...inner: readonly Schema[]) =>
    inner.map((each) => ({ of: 'same', schema: each }) as const);
  const every = (...inner: readonly Schema[]) =>
    inner.map((each) => ({ of: 'every', schema: each }) as const);
  if (schema instanceof z.ZodObject)
    return [
      ...Object.entries(schema.shape).map(([field, inner]) => ({ of: { field }, schema: inner })),
      ...every(...(schema.def.catchall === undefined ? [] : [schema.def.catchall])),
    ];
  if (schema instanceof z.ZodArray) return every(schema.element);
  if (schema instanceof z.ZodTuple) return every(...schema.def.items);
  if (schema instanceof z.ZodRecord) return every(schema.valueType);
  if (schema instanceof z.ZodUnion) return same(...schema.options);
  if (schema instanceof z.ZodIntersection) return same(schema.def.left, schema.def.right);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return same(schema.def.innerType);
  if (LEAVES.some((leaf) => schema instanceof leaf)) return [];
  throw new TypeError(`no way into a schema of type ${schema._zod.def.type} is known`);
}
