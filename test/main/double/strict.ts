/** One call of the fake, in calling order. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

export const calls: Call[] = [];

export function record(name: string, ...args: readonly unknown[]): void {
  calls.push({ name, args });
}

/**
 * Throws on every use of Electron that the fake does not know, because a guess would prove nothing.
 */
export function strict<T extends object>(name: string, model: T): T {
  return new Proxy(model, {
    get: (target, key): unknown => {
      if (typeof key === 'string' && !(key in target) && !HARMLESS.has(key))
        throw new Error(`electron: ${name}.${key} is not modelled`);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' && !isClass(value) ? value.bind(target) : value;
    },
  });
}

// Names that Node itself reads from any object that is awaited, printed or compared.
const HARMLESS = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof']);

function isClass(value: object): boolean {
  return /^class\s/.test(Function.prototype.toString.call(value));
}
