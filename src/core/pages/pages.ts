import type { Kind } from '#contract/resources/resource.ts';
import type { PackedPage } from './packed.ts';

/** Takes the answers of a list apart somewhere else, while this thread writes. */
export interface Pages {
  /**
   * A plain list taken apart, with the rows of its records; null where it is to be read here: a small
   * one, one that is not plain, or whenever the other side cannot. Never rejects. The bytes stay as they are.
   */
  readonly take: (kind: Kind, body: Buffer) => Promise<PackedPage | null>;
  /** Nothing comes for a while: what is held may go. */
  readonly rest: () => void;
}
