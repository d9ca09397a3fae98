/** Where products are listed. */
export const LIST = '/adminapi/products';

/** The n-th of many products, as the service holds it. */
export const product = (n: number) => ({
  name: `Szafa ${n}`,
  status: '1',
  modelPath: `m/${n}.obj`,
  date: '2026-01-02',
  materialy: {},
  main: {},
});
