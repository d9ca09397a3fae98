import { AppError } from '#contract/errors.ts';
import { bytesUrl } from '#contract/files/bytes.ts';
import type { Sight, ThumbSize } from '#contract/files/sights.ts';
import { ModelFault } from '#formats/model/types.ts';
import type { ModelFile } from '#formats/model/types.ts';
import { call, coreStore } from '../../state/core.ts';
import { lookOf } from '../model/intake.ts';
import { toBase64 } from './base64.ts';

/** Drawn side by side; models share one context anyway. */
const SIDE_BY_SIDE = 2;
/** Larger models are opened by a person, never for a picture of 24 pixels. */
const MOST_BYTES = 40_000_000;

interface ThumbnailJob {
  readonly sha256: string;
  readonly name: string;
  readonly size: ThumbSize;
  /** Stands for the files that lay beside it when it was wanted. */
  readonly beside: string;
  wanted: number;
}

const jobs = new Map<string, ThumbnailJob>();
/** What was tried in vain, in whatever size, and what its reader said. */
const failed = new Map<string, ModelFault | null>();
const listeners = new Set<() => void>();
const done = new Set<string>();
let running = 0;

/** Tells whether a file has a picture that can be drawn, as far as its name and its size say. */
export function canDraw({ name, size }: Sight): boolean {
  const look = lookOf(name);
  if (look === 'picture') return true;
  return look === 'model' && (size ?? 0) <= MOST_BYTES;
}

/** Tells whether drawing a file, with these files beside it, was tried in vain. */
export function hasFailed(sha256: string, beside: string): boolean {
  return failed.has(contentOf(sha256, beside));
}

/** Why a file could not be drawn; null where it was not tried, and where nothing is wrong with the file. */
export function faultOf(sha256: string, beside: string): ModelFault | null {
  return failed.get(contentOf(sha256, beside)) ?? null;
}

/** Tells when another file could not be drawn; gives the way to hear no more. */
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

/** A file with what lies beside it: all that its picture is made of. */
function contentOf(sha256: string, beside: string): string {
  return `${sha256}-${beside}`;
}

/** Draws a thumbnail while somebody wants it; gives the way to want it no more. */
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
    // What came into view last is what a person looks at.
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
    // A file that cannot be drawn keeps the sign of its kind; its own tab says what is wrong with it.
    if (isLasting(thrown)) fail(contentOf(sha256, beside), thrown);
    // Bytes or a way to the core that were not there may be when it is shown again.
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

/** The bytes of a file by their hash; throws where they are not here. */
export async function fetchBytes(base: string, sha256: string): Promise<Blob> {
  const response = await fetch(bytesUrl(base, sha256));
  if (!response.ok) throw new Error(`no bytes of ${sha256}: ${response.status}`);
  return response.blob();
}

/** What is kept beside a model to show it whole; what of it is here no more is missed by the model, and hides nothing. */
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
