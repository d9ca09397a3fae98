import * as fc from 'fast-check';

/**
 * Properties try the same cases on every run, so that a red build can be repeated; `CABINET_SEED=n`
 * tries others.
 */
fc.configureGlobal({ seed: Number(process.env['CABINET_SEED'] ?? 20_261_120) });
