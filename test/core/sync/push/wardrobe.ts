/** A product as a form gives it, whose model is with the service already. */
export const WARDROBE = {
  name: 'Szafa 90',
  status: '1',
  date: '2026-03-02',
  materialy: {},
  main: {},
  modelPath: 'm/x.obj',
};
