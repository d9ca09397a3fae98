import type { z } from './zod.ts';

/** One call: which half of the core answers it, what goes in, what comes out. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `read` is answered from read-only connections; `write` by the one writer. */
  readonly side: 'read' | 'write';
  readonly input: I;
  readonly output: O;
}

/** A call that is answered from read-only connections. */
export function read<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { side: 'read', input, output } as const;
}

/** A call that only the one writer answers. */
export function write<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { side: 'write', input, output } as const;
}
