import type { z } from '../zod.ts';

/** A table of calls: names with input and output schemas. */
export type Calls = Readonly<
  Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>
>;
/** A table of events: names with schemas. */
export type Notices = Readonly<Record<string, z.ZodType>>;

export type NameOf<T> = keyof T & string;

/** The client side of a table of calls and events. */
export interface ClientOf<C extends Calls, E extends Notices> {
  readonly call: <N extends NameOf<C>>(
    name: N,
    input: z.input<C[N]['input']>,
  ) => Promise<z.output<C[N]['output']>>;
  /** Listens to an event; the returned function stops listening. */
  readonly on: <N extends NameOf<E>>(
    name: N,
    listener: (data: z.output<E[N]>) => void,
  ) => () => void;
}

/** A handler for each named call of a table. */
export type HandlersOf<C extends Calls, N extends NameOf<C> = NameOf<C>> = {
  readonly [K in N]: (
    input: z.output<C[K]['input']>,
  ) => z.output<C[K]['output']> | Promise<z.output<C[K]['output']>>;
};

/** Emits an event of a table to all listeners. */
export type EmitOf<E extends Notices> = <N extends NameOf<E>>(
  name: N,
  data: z.output<E[N]>,
) => void;
