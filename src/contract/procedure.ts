import type { z } from './zod.ts';

/** A procedure: the half of the core that answers it, its input and its output. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `read` is answered from read-only connections; `write` by the writer. */
  readonly side: 'read' | 'write';
  readonly input: I;
  readonly output: O;
}

/** Defines a procedure that is answered from read-only connections. */
export function read<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { side: 'read', input, output } as const;
}

/** Defines a procedure that only the writer answers. */
export function write<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { side: 'write', input, output } as const;
}
