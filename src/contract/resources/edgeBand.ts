import { describeKind } from './descriptor.ts';
import { color, flag, group, list, number, text } from './field.ts';

const GAP = {
  gap: 'doc §4.6 gap 9: the body is not shown; the shape that is read is sent',
} as const;
const lengthKey = text({ label: { en: 'Length key', pl: 'Klucz długości' }, group: 'form' });
const widthKey = text({ label: { en: 'Width key', pl: 'Klucz szerokości' }, group: 'form' });

/**
 * Edge bands: doc §2.6, §4.5.
 *
 * All fields that are read can be sent, except `_id` and `__v`.
 */
export const edgeBand = describeKind({
  kind: 'edge-bands',
  label: { en: 'Edge bands', pl: 'Obrzeża' },
  singular: { en: 'Edge band', pl: 'Obrzeże' },
  counted: {
    en: { one: 'edge band', many: 'edge bands' },
    pl: { one: 'obrzeża', many: 'obrzeży' },
  },
  icon: 'tape',
  order: 40,
  draft: { name: 'edgeBands', isProduct: false, order: 10, files: {} },
  groups: {
    main: { en: 'Basics', pl: 'Podstawowe' },
    form: { en: 'Order form', pl: 'Formularz zamówienia' },
  },
  fields: {
    code: text({
      label: { en: 'Code', pl: 'Kod' },
      group: 'main',
      code: true,
      update: true,
      column: { width: 150, index: true },
      ...GAP,
    }),
    name: text({
      label: { en: 'Name', pl: 'Nazwa' },
      group: 'main',
      create: 'required',
      update: true,
      column: { width: 280, index: true },
      ...GAP,
    }),
    thickness: number({
      label: { en: 'Thickness', pl: 'Grubość' },
      group: 'main',
      unit: 'mm',
      update: true,
      column: { width: 100, index: true },
      ...GAP,
    }),
    group: text({
      label: { en: 'Group', pl: 'Grupa' },
      group: 'main',
      update: true,
      column: { width: 150, index: true },
      ...GAP,
    }),
    groupID: text({
      label: { en: 'Group ID', pl: 'ID grupy' },
      group: 'main',
      update: true,
      column: { width: 120, hidden: true },
      ...GAP,
    }),
    isActive: flag({
      label: { en: 'Active', pl: 'Aktywne' },
      group: 'main',
      update: true,
      column: { width: 90 },
      ...GAP,
    }),
    isForm: flag({
      label: { en: 'In order form', pl: 'W formularzu' },
      columnNames: ['On the form'],
      group: 'form',
      update: true,
      column: { width: 110, hidden: true },
      ...GAP,
    }),
    formsSettings: group(
      {
        length_key: lengthKey,
        width_key: widthKey,
        color: color({ label: { en: 'Colour', pl: 'Kolor' }, group: 'form' }),
      },
      {
        label: { en: 'Form settings', pl: 'Ustawienia formularza' },
        group: 'form',
        update: true,
        ...GAP,
      },
    ),
    data: list({ label: { en: 'Data', pl: 'Dane' }, group: 'form', update: true, ...GAP }),
  },
  key: 'code',
  title: 'name',
  referredBy: { name: 'code', rule: 'unknown-edge-band' },
  sizes: [{ need: 'field', field: 'thickness' }],
  modelSize: null,
  priceGroup: null,
  paths: ['/adminapi/edge_band'],
  listKey: 'edgeBands',
  totalKey: 'totalEdgeBands',
  singleKey: 'edgeBand',
  paged: false,
  offersAll: false,
  bulkPath: null,
  lookup: { by: 'list' },
  upload: null,
  markers: [],
  toCreate: (draft) => draft,
  updateForms: 1,
  toUpdate: ({ values }) => [values],
  swapsFiles: false,
  filesFault: () => null,
});
