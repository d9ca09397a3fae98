import type { FileTarget } from '../../../src/renderer/src/files/model/intake.ts';

export const HINGE: FileTarget = {
  kind: 'fittings',
  record: 'r1',
  key: 'ZAW-110',
  title: 'Zawias',
};
export const OTHER: FileTarget = {
  kind: 'fittings',
  record: 'r2',
  key: 'ZAW-155',
  title: 'Zawias',
};
