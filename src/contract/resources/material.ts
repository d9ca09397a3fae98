import type { Json, JsonObject } from '../json.ts';
import { describeKind } from './descriptor.ts';
import type { WireChange } from './descriptor.ts';
import { decimal, file, text } from './field.ts';

/**
 * Materials: doc §2.4, §4.3.
 *
 * The price is read as CIJENA and sent as price.
 */
export const material = describeKind({
  kind: 'materials',
  label: { en: 'Materials', pl: 'Materiały' },
  singular: { en: 'Material', pl: 'Materiał' },
  counted: {
    en: { one: 'material', many: 'materials' },
    pl: { one: 'materiału', many: 'materiałów' },
  },
  icon: 'layers',
  order: 30,
  draft: { name: 'materials', isProduct: false, order: 20, files: { image: 'PICFILE' } },
  groups: {
    main: { en: 'Basics', pl: 'Podstawowe' },
    files: { en: 'Files', pl: 'Pliki' },
  },
  fields: {
    SIFRA: text({
      label: { en: 'Code (SIFRA)', pl: 'Kod (SIFRA)' },
      group: 'main',
      code: true,
      update: true,
      column: { width: 130, index: true },
      gap: 'doc §4.6 gap 3: the create body is shown without it',
    }),
    name: text({
      label: { en: 'Name', pl: 'Nazwa' },
      group: 'main',
      create: 'required',
      update: true,
      column: { width: 300, index: true },
    }),
    price: decimal({
      label: { en: 'Price', pl: 'Cena' },
      group: 'main',
      unit: 'money',
      update: true,
      readAs: ['CIJENA', 'price'],
      column: { width: 110, index: true },
      gap: 'doc §4.6 gap 4: whether an update takes price or CIJENA is not shown',
    }),
    DEB: text({
      label: { en: 'Thickness (DEB)', pl: 'Grubość (DEB)' },
      columnNames: ['Thickness', 'Grubość'],
      group: 'main',
      unit: 'mm',
      update: true,
      anyType: true,
      column: { width: 90, index: true },
      gap: 'doc §2.4: the value type is not given',
    }),
    PICFILE: file({
      label: { en: 'Image', pl: 'Zdjęcie' },
      columnNames: ['Picture'],
      group: 'files',
      update: true,
      content: 'picture',
    }),
  },
  key: 'SIFRA',
  title: 'name',
  referredBy: { name: 'SIFRA', rule: 'unknown-material' },
  sizes: [{ need: 'field', field: 'DEB' }],
  modelSize: null,
  priceGroup: {
    parts: [
      { field: 'name', as: 'words', words: 2 },
      { field: 'DEB', as: 'number' },
    ],
    need: 'all',
  },
  paths: ['/adminapi/materials'],
  listKey: 'materials',
  totalKey: 'totalMaterials',
  singleKey: 'material',
  paged: true,
  offersAll: true,
  bulkPath: null,
  lookup: { by: 'query', path: '/materialsBySIFRA', param: 'SIFRAs' },
  upload: { path: '/upload_image', extensions: ['.jpg', '.jpeg', '.png', '.svg', '.bmp'] },
  markers: ['PICFILE'],
  toCreate: (draft) => withPrice(draft, 'price', Number),
  updateForms: 2,
  toUpdate: materialUpdate,
  swapsFiles: false,
  filesFault: () => null,
});

/** doc §4.6 gap 4: form 0 sends price as a number; form 1 sends CIJENA as text, as it is read. */
function materialUpdate({ values }: WireChange, form: number): readonly JsonObject[] {
  return [form === 0 ? withPrice(values, 'price', Number) : withPrice(values, 'CIJENA', String)];
}

function withPrice(values: JsonObject, name: string, form: (value: Json) => Json): JsonObject {
  const { price, ...rest } = values;
  return price === undefined ? rest : { ...rest, [name]: form(price) };
}
