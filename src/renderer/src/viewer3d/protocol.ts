import type { ReadModel } from '#formats/model/content.ts';
import type { FaultCode, Limits, ModelFile, Params } from '#formats/model/types.ts';

/** A request of the page to its worker, one at a time. */
export type Request =
  | {
      readonly ask: 'read';
      readonly files: readonly ModelFile[];
      readonly main: string | undefined;
    }
  | {
      readonly ask: 'thumbnail';
      readonly files: readonly ModelFile[];
      readonly main: string | undefined;
      /** Pixels of each side. */
      readonly size: number;
    }
  | { readonly ask: 'picture'; readonly data: Blob; readonly longest: number }
  | { readonly ask: 'svg'; readonly data: Blob };

export interface Answers {
  readonly read: ReadModel;
  /** PNG */
  readonly thumbnail: Blob;
  /** PNG */
  readonly picture: Blob;
  readonly svg: null;
}

export interface Question {
  readonly id: number;
  readonly request: Request;
  readonly limits: Limits;
}

export type Answer =
  | { readonly id: number; readonly value: Answers[keyof Answers] }
  | { readonly id: number; readonly fault: FaultFields };

export interface FaultFields {
  readonly code: FaultCode;
  readonly params: Params;
  readonly detail: string;
}
