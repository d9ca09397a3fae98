import type { JsonObject } from '../json.ts';
import { describeKind } from './descriptor.ts';
import type { WireChange } from './descriptor.ts';
import { date, file, files, flag, list, longText, object, text } from './field.ts';
import type { Label } from './field.ts';

const NOT_SHOWN: Label = {
  en: 'Read-only: managed by the server',
  pl: 'Tylko do odczytu: ustawia serwer',
};
const FIXED = { create: 'never', update: false, note: NOT_SHOWN } as const;

/**
 * Products: doc §2.5, §4.4.
 *
 * Six fields create one; name, pictures and the model can change.
 */
export const product = describeKind({
  kind: 'products',
  label: { en: 'Products', pl: 'Produkty' },
  singular: { en: 'Product', pl: 'Produkt' },
  counted: {
    en: { one: 'product', many: 'products' },
    pl: { one: 'produktu', many: 'produktów' },
  },
  icon: 'wardrobe',
  order: 10,
  draft: {
    name: 'product',
    isProduct: true,
    order: 40,
    files: { model: 'modelPath', images: 'images' },
  },
  groups: {
    main: { en: 'Basics', pl: 'Podstawowe' },
    parts: { en: 'Composition', pl: 'Skład' },
    files: { en: 'Files', pl: 'Pliki' },
    service: { en: 'Set by the server', pl: 'Ustawiane przez serwer' },
  },
  fields: {
    name: text({
      label: { en: 'Name', pl: 'Nazwa' },
      group: 'main',
      create: 'required',
      update: true,
      column: { width: 320, index: true },
    }),
    status: text({
      label: { en: 'Status', pl: 'Status' },
      group: 'main',
      coded: true,
      create: 'required',
      column: { width: 90, index: true },
      formMayDiffer: true,
      gap: 'doc §3: allowed values and their mapping are not shown',
    }),
    date: date({
      label: { en: 'Date', pl: 'Data' },
      group: 'main',
      create: 'required',
      column: { width: 110, index: true },
    }),
    materialy: object({
      label: { en: 'Materials', pl: 'Materiały' },
      group: 'parts',
      create: 'required',
      namesParts: true,
    }),
    main: object({
      label: { en: 'Main', pl: 'Dane główne' },
      group: 'parts',
      create: 'required',
      namesParts: true,
    }),
    modelPath: file({
      label: { en: '3D model', pl: 'Model 3D' },
      group: 'files',
      create: 'required',
      update: true,
      content: 'model',
    }),
    images: files({
      label: { en: 'Images', pl: 'Zdjęcia' },
      columnNames: ['Pictures'],
      group: 'files',
      create: 'never',
      update: true,
      content: 'picture',
      gap: 'doc §2.5: pictures join by an update after creation',
    }),
    description: longText({ label: { en: 'Description', pl: 'Opis' }, group: 'service', ...FIXED }),
    categories: list({ label: { en: 'Categories', pl: 'Kategorie' }, group: 'service', ...FIXED }),
    isBestseller: flag({
      label: { en: 'Bestseller', pl: 'Bestseller' },
      group: 'service',
      ...FIXED,
      column: { width: 90, hidden: true },
    }),
    isPublished: flag({
      label: { en: 'Published', pl: 'Opublikowany' },
      group: 'service',
      ...FIXED,
      column: { width: 110, index: true },
    }),
    createdAt: text({
      label: { en: 'Created', pl: 'Utworzono' },
      group: 'service',
      ...FIXED,
      column: { width: 150, hidden: true },
    }),
    updatedAt: text({
      label: { en: 'Updated', pl: 'Zmieniono' },
      group: 'service',
      ...FIXED,
      column: { width: 150, index: true },
    }),
  },
  key: null,
  title: 'name',
  referredBy: null,
  sizes: [{ need: 'filled', field: 'main', part: 'wymiary' }],
  modelSize: null,
  priceGroup: null,
  paths: ['/adminapi/products'],
  listKey: 'products',
  totalKey: 'totalProducts',
  singleKey: 'product',
  paged: true,
  offersAll: false,
  bulkPath: null,
  lookup: null,
  upload: { path: '/upload_image', extensions: null },
  markers: ['modelPath'],
  toCreate: (draft) => draft,
  updateForms: 1,
  toUpdate: productUpdate,
  swapsFiles: false,
  filesFault: () => null,
});

function productUpdate({ values, files: lists, before }: WireChange): readonly JsonObject[] {
  // Fields that the document does not list for updates are sent as they are stored.
  const { modelPath, ...others } = values;
  const body: Record<string, JsonObject[string]> = { ...others };
  const { add = [], remove = [] } = lists['images'] ?? {};
  if (add.length > 0) body['newImages'] = add;
  if (remove.length > 0) body['imagesToDelete'] = remove;
  if (modelPath !== undefined) {
    body['newModelPath'] = modelPath;
    if (before['modelPath'] !== undefined) body['filePathToDelete'] = before['modelPath'];
  }
  return Object.keys(body).length > 0 ? [body] : [];
}
