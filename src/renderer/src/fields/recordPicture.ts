import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { Kind } from '#contract/resources/resource.ts';

export interface RecordPictureProps {
  readonly kind: Kind;
  readonly id: string;
  /** The width in points. */
  readonly width: number;
}

/** Draws the picture of a record. The room of files supplies it; without it there is none. */
export const RecordPicture = createContext<((props: RecordPictureProps) => ReactNode) | null>(null);
