import type { z } from '../zod.ts';

/** What can be asked for: each call's name with the shapes of what goes in and what comes out. */
export type Calls = Readonly<
  Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>
>;
/** What can be told: each notice's name with its shape. */
export type Notices = Readonly<Record<string, z.ZodType>>;

export type NameOf<T> = keyof T & string;

/** The asking side of a table of calls and notices. */
export interface ClientOf<C extends Calls, E extends Notices> {
  readonly call: <N extends NameOf<C>>(
    name: N,
    input: z.input<C[N]['input']>,
  ) => Promise<z.output<C[N]['output']>>;
  /** Listens to a notice; the returned function stops listening. */
  readonly on: <N extends NameOf<E>>(
    name: N,
    listener: (data: z.output<E[N]>) => void,
  ) => () => void;
}

/** A function for each named call of a table. */
export type HandlersOf<C extends Calls, N extends NameOf<C> = NameOf<C>> = {
  readonly [K in N]: (
    input: z.output<C[K]['input']>,
  ) => z.output<C[K]['output']> | Promise<z.output<C[K]['output']>>;
};

/** Gives a notice of a table to whoever listens. */
export type EmitOf<E extends Notices> = <N extends NameOf<E>>(
  name: N,
  data: z.output<E[N]>,
) => void;
