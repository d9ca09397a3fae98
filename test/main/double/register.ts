import { registerHooks } from 'node:module';

const double = new URL('./electron.ts', import.meta.url).href;

// Loaded with `node --import`, or before the program: every import of electron gets the fake.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: double, shortCircuit: true } : next(specifier, context),
});
