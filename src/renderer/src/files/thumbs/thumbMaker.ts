import { AppError } from '#contract/errors.ts';
import { bytesUrl } from '#contract/files/bytes.ts';
import type { Sight, ThumbSize } from '#contract/files/sights.ts';
import { ModelFault } from '#formats/model/types.ts';
import type { ModelFile } from '#formats/model/types.ts';
import { call, coreStore } from '../../state/core.ts';
import { lookOf } from '../model/intake.ts';
import { toBase64 } from './base64.ts';

/** Thumbnails drawn at once; models share one context. */
const SIDE_BY_SIDE = 2;
/** Maximum bytes of a model that gets a thumbnail. The user can still open a larger one. */
const MOST_BYTES = 40_000_000;

interface ThumbnailJob {
  readonly sha256: string;
  readonly name: string;
  readonly size: ThumbSize;
  /** Identifies the companions of the file at the time of the request. */
  readonly beside: string;
  wanted: number;
}

const jobs = new Map<string, ThumbnailJob>();
/** Contents that could not be drawn in any size, with the reader's fault. */
const failed = new Map<string, ModelFault | null>();
const listeners = new Set<() => void>();
const done = new Set<string>();
let running = 0;

/** Returns whether a thumbnail can be drawn, by name and size. */
export function canDraw({ name, size }: Sight): boolean {
  const look = lookOf(name);
  if (look === 'picture') return true;
  return look === 'model' && (size ?? 0) <= MOST_BYTES;
}

/** Returns whether drawing a file with these companions has failed. */
export function hasFailed(sha256: string, beside: string): boolean {
  return failed.has(contentOf(sha256, beside));
}

/**
 * Returns why a file could not be drawn.
 *
 * Null when it was not tried, or when the file itself is not faulty.
 */
export function faultOf(sha256: string, beside: string): ModelFault | null {
  return failed.get(contentOf(sha256, beside)) ?? null;
}

/**
 * Calls `listener` after each failed drawing.
 *
 * Returns the function that unsubscribes.
 */
export function onFault(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function fail(content: string, thrown: unknown): void {
  failed.set(content, thrown instanceof ModelFault ? thrown : null);
  for (const listener of listeners) listener();
}

/** Returns the key of a file with its companions, on which its picture depends. */
function contentOf(sha256: string, beside: string): string {
  return `${sha256}-${beside}`;
}

/**
 * Requests a thumbnail.
 *
 * Returns the function that ends the request.
 */
export function wantThumb({ name, beside }: Sight, sha256: string, size: ThumbSize): () => void {
  const key = `${size}-${contentOf(sha256, beside)}`;
  if (hasFailed(sha256, beside) || done.has(key)) return () => {};
  const job = jobs.get(key) ?? { sha256, name, size, beside, wanted: 0 };
  job.wanted += 1;
  jobs.set(key, job);
  pump();
  return () => {
    job.wanted -= 1;
  };
}

function pump(): void {
  while (running < SIDE_BY_SIDE) {
    // The file that became visible last comes first.
    const next = [...jobs].findLast(([, { wanted }]) => wanted > 0);
    if (next === undefined) return jobs.clear();
    const [key, job] = next;
    jobs.delete(key);
    running += 1;
    void make(key, job).finally(() => {
      running -= 1;
      pump();
    });
  }
}

async function make(key: string, { sha256, name, size, beside }: ThumbnailJob): Promise<void> {
  const base = coreStore.getState().bytes;
  if (base === null) return;
  done.add(key);
  try {
    const picture = await draw(base, sha256, name, size);
    await call('thumbs.put', { sha256, size, data: await toBase64(picture), beside });
  } catch (thrown) {
    // The file keeps the icon of its type; its tab shows the fault.
    if (isLasting(thrown)) fail(contentOf(sha256, beside), thrown);
    // Missing bytes or a lost connection may be back at the next display.
    else done.delete(key);
  }
}

function isLasting(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.code !== 'disconnected';
  return thrown instanceof ModelFault;
}

async function draw(base: string, sha256: string, name: string, size: ThumbSize): Promise<Blob> {
  const { renderThumbnail, thumbnailOfImage } = await import('../../viewer3d/thumbnails.ts');
  const file = { name, data: await fetchBytes(base, sha256) };
  if (lookOf(name) === 'picture') return thumbnailOfImage(file, size);
  const companions = await companionsOf(base, sha256);
  return renderThumbnail([file, ...companions], size, { main: name });
}

/** Returns the bytes of a file by hash; throws when they are not cached. */
export async function fetchBytes(base: string, sha256: string): Promise<Blob> {
  const response = await fetch(bytesUrl(base, sha256));
  if (!response.ok) throw new Error(`no bytes of ${sha256}: ${response.status}`);
  return response.blob();
}

/**
 * Returns the cached companions of a model.
 *
 * A missing one does not hide the model.
 */
export async function companionsOf(base: string, sha256: string): Promise<readonly ModelFile[]> {
  const { facts } = await call('facts.get', { sha256s: [sha256] });
  const companions = facts[0]?.companions ?? [];
  const read = await Promise.allSettled(
    companions.map(async (each) => ({
      name: each.name,
      data: await fetchBytes(base, each.sha256),
    })),
  );
  return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
