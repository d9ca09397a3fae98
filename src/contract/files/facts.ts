import { z } from '../zod.ts';
import { fileType, sha256 } from './types.ts';

const point = z.tuple([z.number(), z.number(), z.number()]);
const words = z.string().max(500);

const box = z.object({ min: point, max: point });
const values = z.record(z.string().max(60), z.union([z.string().max(500), z.number()]));

/** What the window found when it parsed a model. */
export const modelFacts = z.object({
  format: z.enum(['obj', 'dae', 'fbx', 'wrl', 'e3d']),
  version: words.nullable(),
  up: z.enum(['y', 'z']),
  unit: z.object({
    /** How many millimetres one unit of the file is; null where nothing says. */
    millimetres: z.number().positive().nullable(),
    /** `person` chose it where the file does not say. */
    from: z.enum(['header', 'comment', 'person', 'none']),
    /** The file's own words. */
    said: words.nullable(),
  }),
  /** In units and axes of the file; null for a model without a single vertex. */
  box: box.nullable(),
  triangles: z.number().int().min(0),
  materials: z
    .array(z.object({ name: words, color: words.nullable(), texture: words.nullable() }))
    .max(2000),
  textures: z
    .array(z.object({ name: words, found: z.boolean(), material: words.nullable() }))
    .max(2000),
  /** Material lists and other files that the model is made of. */
  libraries: z.array(z.object({ name: words, found: z.boolean() })).max(2000),
  notes: z
    .array(z.object({ code: z.string().max(60), params: values, mended: z.boolean() }))
    .max(500),
});
export type ModelFacts = z.infer<typeof modelFacts>;

/** What is known of a file's bytes, whoever has them. */
export const fileFacts = z.object({
  sha256,
  size: z.number(),
  type: fileType,
  /** Of a picture, in pixels. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  model: modelFacts.nullable(),
  /** The model's box in millimetres; null where its unit is not known. */
  boxMm: box.nullable(),
  /** Files kept beside a model to show it whole, by the name under which it asks for them. */
  companions: z.array(z.object({ name: z.string(), sha256 })),
});
export type FileFacts = z.infer<typeof fileFacts>;
