import type { Target } from '../../../src/renderer/src/files/model/intake.ts';

export const HINGE: Target = { kind: 'fittings', record: 'r1', key: 'ZAW-110', title: 'Zawias' };
export const OTHER: Target = { kind: 'fittings', record: 'r2', key: 'ZAW-155', title: 'Zawias' };
