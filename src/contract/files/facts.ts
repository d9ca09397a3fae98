import { z } from '../zod.ts';
import { fileType, sha256 } from './types.ts';

const point = z.tuple([z.number(), z.number(), z.number()]);
const words = z.string().max(500);

const box = z.object({ min: point, max: point });
const values = z.record(z.string().max(60), z.union([z.string().max(500), z.number()]));

/** The facts of a parsed model. */
export const modelFacts = z.object({
  format: z.enum(['obj', 'dae', 'fbx', 'wrl', 'e3d']),
  version: words.nullable(),
  up: z.enum(['y', 'z']),
  unit: z.object({
    /** Millimetres per unit of the file; null when unknown. */
    millimetres: z.number().positive().nullable(),
    /** `person` means that the user chose it, since the file does not state it. */
    from: z.enum(['header', 'comment', 'person', 'none']),
    /** The file's own words. */
    said: words.nullable(),
  }),
  /** In the units and axes of the file; null for a model without vertices. */
  box: box.nullable(),
  triangles: z.number().int().min(0),
  materials: z
    .array(z.object({ name: words, color: words.nullable(), texture: words.nullable() }))
    .max(2000),
  textures: z
    .array(z.object({ name: words, found: z.boolean(), material: words.nullable() }))
    .max(2000),
  /** Material lists and other files of the model. */
  libraries: z.array(z.object({ name: words, found: z.boolean() })).max(2000),
  notes: z
    .array(z.object({ code: z.string().max(60), params: values, mended: z.boolean() }))
    .max(500),
});
export type ModelFacts = z.infer<typeof modelFacts>;

/** The facts of a file's content. */
export const fileFacts = z.object({
  sha256,
  size: z.number(),
  type: fileType,
  /** For pictures, in pixels. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  model: modelFacts.nullable(),
  /** The model's bounding box in millimetres; null when its unit is unknown. */
  boxMm: box.nullable(),
  /** Files stored beside a model to show it completely, by the names that the model uses. */
  companions: z.array(z.object({ name: z.string(), sha256 })),
});
export type FileFacts = z.infer<typeof fileFacts>;
