import { z } from '../zod.ts';
import { fileType, sha256 } from './types.ts';

/** A file to show: a service path, or the id of a staged copy. */
export const sightOf = z.union([
  z.object({ path: z.string().max(4000) }),
  z.object({ file: z.string().max(100) }),
]);
export type SightOf = z.infer<typeof sightOf>;

/**
 * The states of a file to show.
 *
 * `staged` and `here` have local content, `wanted` is being fetched, `missing` was not found,
 * `unasked` was never fetched, `refused` is not a file address.
 */
export const SIGHT_STATES = ['staged', 'here', 'wanted', 'missing', 'unasked', 'refused'] as const;

export const sight = z.object({
  of: sightOf,
  name: z.string(),
  state: z.enum(SIGHT_STATES),
  /** The hash used in `/bytes/…`; null without local content. */
  sha256: sha256.nullable(),
  type: fileType.nullable(),
  size: z.number().nullable(),
  /** The widths of the stored thumbnails, in pixels. */
  thumbs: z.array(z.number()),
  /** Identifies the companions drawn with the file; empty without companions. */
  beside: z.string(),
});
export type Sight = z.infer<typeof sight>;

/** The first picture and the model of a record, with pending operations applied. */
export const cover = z.object({
  id: z.string(),
  picture: sight.nullable(),
  model: sight.nullable(),
});
export type Cover = z.infer<typeof cover>;

/** The state of the offline copies of pictures and models. */
export const assetStatus = z.object({
  /** `off` with a budget of 0; `full` when the budget is used up; `paused` without a network. */
  state: z.enum(['off', 'idle', 'fetching', 'paused', 'full']),
  here: z.number(),
  waiting: z.number(),
  missing: z.number(),
  bytes: z.number(),
  /** The setting `assetBudgetMb` in bytes. */
  budget: z.number(),
});
export type AssetStatus = z.infer<typeof assetStatus>;

/** The widths of thumbnails in pixels. */
export const THUMB_SIZES = [64, 128, 256, 512] as const;
export const thumbSize = z.union(THUMB_SIZES.map((size) => z.literal(size)));
export type ThumbSize = (typeof THUMB_SIZES)[number];

/** The most base64 characters of one thumbnail. */
export const THUMB_CHARS = 700_000;
