import { z } from '../zod.ts';
import { fileType, sha256 } from './types.ts';

/** A file to be shown: a path of the service, or a staged copy by its id. */
export const sightOf = z.union([
  z.object({ path: z.string().max(4000) }),
  z.object({ file: z.string().max(100) }),
]);
export type SightOf = z.infer<typeof sightOf>;

/**
 * Whether and how a file can be shown: `staged` and `here` have bytes, `wanted` is on its way,
 * `missing` was looked for in vain, `unasked` was never looked for, `refused` is no address of a file.
 */
export const SIGHT_STATES = ['staged', 'here', 'wanted', 'missing', 'unasked', 'refused'] as const;

export const sight = z.object({
  of: sightOf,
  name: z.string(),
  state: z.enum(SIGHT_STATES),
  /** Names the bytes in `/bytes/…`; null while they are not here. */
  sha256: sha256.nullable(),
  type: fileType.nullable(),
  size: z.number().nullable(),
  /** The sizes, in pixels, of the thumbnails that are kept. */
  thumbs: z.array(z.number()),
  /** Stands for the files that are kept beside it and are drawn with it; empty where there are none. */
  beside: z.string(),
});
export type Sight = z.infer<typeof sight>;

/** The first picture and the model of a record, queued changes included. */
export const cover = z.object({
  id: z.string(),
  picture: sight.nullable(),
  model: sight.nullable(),
});
export type Cover = z.infer<typeof cover>;

/** How far the offline copies of pictures and models are. */
export const assetStatus = z.object({
  /** `off` with a budget of 0; `full` when the budget is used up; `paused` while there is no network. */
  state: z.enum(['off', 'idle', 'fetching', 'paused', 'full']),
  here: z.number(),
  waiting: z.number(),
  missing: z.number(),
  bytes: z.number(),
  /** The setting `assetBudgetMb`, in bytes. */
  budget: z.number(),
});
export type AssetStatus = z.infer<typeof assetStatus>;

/** The widths of thumbnails in pixels. */
export const THUMB_SIZES = [64, 128, 256, 512] as const;
export const thumbSize = z.union(THUMB_SIZES.map((size) => z.literal(size)));
export type ThumbSize = (typeof THUMB_SIZES)[number];

/** The most bytes of one thumbnail, in base64. */
export const THUMB_CHARS = 700_000;
