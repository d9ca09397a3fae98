import { z } from 'zod';
import type { JsonObject, JsonValue } from '../json.ts';
import { isObject, pick } from '../json.ts';
import { NAMES } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import type { Variant } from '../variant.ts';
import { Refusal } from './refusal.ts';
import { checkStatus } from './rules.ts';

const text = z.string();
const point = z.looseObject({ x: text, y: text, z: text }).partial();
const decimal = z
  .union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?\s*$/)])
  .refine((value) => Number.isFinite(Number(value)));
const filled = z.string().min(1);
const plainObject = z.record(z.string(), z.unknown());

const fitting = z.looseObject({
  name: text,
  price: decimal,
  status: text,
  id: text,
  UID: text,
  kod: text,
  grupa: text,
  akcesoria: text,
  producent: text,
  kategoria: text,
  podkategoria: text,
  kod_producenta: text,
  kod_dostawcy: text,
  minX: text,
  minY: text,
  minZ: text,
  maxX: text,
  maxY: text,
  maxZ: text,
  wymiary: point,
  wymiary_opakowania: point,
  waga: text,
  description: text,
  parametry: text,
  stock: z.number(),
  stock_limits: z.looseObject({ small: z.number(), medium: z.number() }).partial(),
  connected: z.array(z.unknown()),
  replacement: z.array(z.unknown()),
  mdrl: point.extend({ scale: text.optional() }),
  direction_vector: point,
  images: z.array(text),
  model: text,
});

const material = z.looseObject({
  name: text,
  price: decimal,
  CIJENA: decimal,
  PICFILE: text,
  SIFRA: text,
  DEB: z.union([text, z.number()]),
});

const product = z.looseObject({
  status: filled,
  name: filled,
  modelPath: filled,
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  materialy: plainObject,
  main: plainObject,
});

const edgeBand = z.looseObject({
  thickness: z.number(),
  name: text,
  group: text,
  groupID: text,
  isForm: z.boolean(),
  isActive: z.boolean(),
  formsSettings: z
    .looseObject({ length_key: text, width_key: text, color: z.string().regex(/^#[\da-f]{6}$/i) })
    .partial(),
  data: z.array(z.unknown()),
  code: text,
});

type Schemas = Readonly<Partial<Record<Kind, z.ZodObject>>>;

/** The bodies of a kind that the document does not describe. */
const ANY = z.looseObject({});

// Only the product's table lists fields that a create requires (doc §2.5).
const CREATE: Schemas = {
  fittings: fitting.partial(),
  materials: material.partial(),
  products: product,
  edgeBands: edgeBand.partial(),
};

const operation = z.enum(['replace', '']);

const UPDATE: Schemas = {
  fittings: z
    .looseObject({
      name: text,
      price: decimal,
      newImagePath: text,
      imageOperation: operation,
      oldImagePath: text,
      newModelPath: text,
      modelOperation: operation,
      oldModelPath: text,
    })
    .partial(),
  materials: material.partial(),
  products: z
    .looseObject({
      name: filled,
      newImages: z.array(text),
      imagesToDelete: z.array(text),
      newModelPath: text,
      filePathToDelete: text,
    })
    .partial(),
  edgeBands: edgeBand.partial(),
};

const MUST: Readonly<Record<string, string>> = {
  price: 'must be a number',
  CIJENA: 'must be a number',
  date: 'must have the form YYYY-MM-DD',
  color: 'must be a colour of the form #RRGGBB',
  imageOperation: 'must be replace',
  modelOperation: 'must be replace',
};

/**
 * Validates a create body by doc §2 and removes fields that the variant drops.
 *
 * Throws a 400 `Refusal` that names the field.
 */
export function checkCreate(variant: Variant, kind: Kind, body: JsonValue | undefined): JsonObject {
  const record = check(CREATE[kind] ?? ANY, body);
  const known = documentedFields(kind);
  const stranger = Object.keys(record).find((key) => !known(key));
  if (variant.unknownFields === 'refuse' && stranger !== undefined)
    throw new Refusal(400, `${stranger} is not allowed`);
  if (kind === 'fittings') checkStatus(variant, record);
  return withTexts(variant, kind, variant.unknownFields === 'drop' ? pick(record, known) : record);
}

/**
 * Validates an update body by doc §2.
 *
 * Throws a 400 `Refusal` that names the field.
 */
export function checkUpdate(variant: Variant, kind: Kind, body: JsonValue | undefined): JsonObject {
  return withTexts(variant, kind, check(UPDATE[kind] ?? ANY, body));
}

/** Returns a body with its texts as this variant stores them. */
function withTexts({ texts }: Variant, kind: Kind, body: JsonObject): JsonObject {
  const { code } = NAMES[kind];
  const stored = (name: string, text: string): string => {
    if (texts === 'trimmed') return text.trim();
    if (texts === 'composed') return text.normalize('NFC');
    // The code of a product is the path of its model, not a text that a user typed.
    if (name !== code || kind === 'products' || texts === 'asGiven') return text;
    return texts === 'lowerCodes' ? text.toLowerCase() : text.toUpperCase();
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? stored(name, value) : value,
    ]),
  );
}

/** Returns a test for the fields that doc §2 lists for a create of this kind. */
export function documentedFields(kind: Kind): (key: string) => boolean {
  const shape = CREATE[kind]?.shape;
  return (key) => shape === undefined || Object.hasOwn(shape, key);
}

function check(schema: z.ZodType, body: JsonValue | undefined): JsonObject {
  if (!isObject(body)) throw new Refusal(400, 'the request body must be a JSON object');
  const issue = schema.safeParse(body).error?.issues[0];
  if (issue) throw new Refusal(400, textFor(issue, body));
  return body;
}

function textFor(issue: z.core.$ZodIssue, body: JsonObject): string {
  const path = issue.path.map(String);
  const last = path.at(-1) ?? '';
  const missing = path.length === 1 && (body[last] === undefined || body[last] === '');
  if (missing) return `${last} is required`;
  const must = MUST[last] ?? `must be ${issue.code === 'invalid_type' ? issue.expected : 'valid'}`;
  return `${path.join('.')} ${must}`;
}
