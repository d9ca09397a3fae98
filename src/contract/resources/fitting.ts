import type { JsonObject } from '../json.ts';
import { describeKind } from './descriptor.ts';
import type { FilesChange, WireChange } from './descriptor.ts';
import { decimal, file, files, group, list, longText, number, text } from './field.ts';
import type { Field, Label } from './field.ts';

const axis = (en: string, pl: string): Field => text({ label: { en, pl }, group: 'size' });
const xyz = { x: axis('X', 'X'), y: axis('Y', 'Y'), z: axis('Z', 'Z') };
const side = (label: string) =>
  text({ label: { en: label, pl: label }, group: 'size', unit: 'mm' });
const sides = { x: side('X'), y: side('Y'), z: side('Z') };
const bound = (label: string) =>
  text({ label: { en: label, pl: label }, group: 'box', unit: 'mm', signed: true });
const limit = (en: string, pl: string) => number({ label: { en, pl }, group: 'stock' });

/** doc §8: the only file types that the fitting upload accepts. */
const EXTENSIONS = [
  '.jpg',
  '.jpeg',
  '.png',
  '.svg',
  '.bmp',
  '.e3d',
  '.obj',
  '.dae',
  '.tga',
  '.wrl',
  '.fbx',
];

const REPLACE_ONLY: Label = {
  en: 'After creation, an image can be replaced but not removed.',
  pl: 'Po utworzeniu zdjęcie można zamienić, ale nie usunąć.',
};

/**
 * Fittings: doc §2.3, §4.2.
 *
 * Only name, price and file replacements can change after creation.
 */
export const fitting = describeKind({
  kind: 'fittings',
  label: { en: 'Fittings', pl: 'Okucia' },
  singular: { en: 'Fitting', pl: 'Okucie' },
  counted: { en: { one: 'fitting', many: 'fittings' }, pl: { one: 'okucia', many: 'okuć' } },
  icon: 'bolt',
  order: 20,
  draft: {
    name: 'fittings',
    isProduct: false,
    order: 30,
    files: { images: 'images', model: 'model' },
  },
  groups: {
    main: { en: 'Basics', pl: 'Podstawowe' },
    maker: { en: 'Manufacturer and group', pl: 'Producent i grupa' },
    stock: { en: 'Stock', pl: 'Magazyn' },
    size: { en: 'Size and weight', pl: 'Wymiary i waga' },
    box: { en: 'Bounding box', pl: 'Obrys modelu' },
    files: { en: 'Files', pl: 'Pliki' },
    place: { en: 'Placement', pl: 'Położenie' },
    more: { en: 'More', pl: 'Pozostałe' },
  },
  fields: {
    kod: text({
      label: { en: 'Code', pl: 'Kod' },
      group: 'main',
      code: true,
      create: 'required',
      column: { width: 130, index: true },
      gap: 'doc §2.3: required fields are not shown; without a code a lost answer could not be settled',
    }),
    name: text({
      label: { en: 'Name', pl: 'Nazwa' },
      group: 'main',
      create: 'required',
      update: true,
      column: { width: 260, index: true },
      gap: 'doc §2.3: required fields are not shown',
    }),
    price: decimal({
      label: { en: 'Price', pl: 'Cena' },
      group: 'main',
      unit: 'money',
      anyType: true,
      update: true,
      column: { width: 110, index: true },
    }),
    status: text({
      label: { en: 'Status', pl: 'Status' },
      group: 'main',
      coded: true,
      column: { width: 90 },
      formMayDiffer: true,
    }),
    description: longText({ label: { en: 'Description', pl: 'Opis' }, group: 'main' }),
    producent: text({
      label: { en: 'Manufacturer', pl: 'Producent' },
      columnNames: ['Maker'],
      group: 'maker',
      column: { width: 120, index: true },
    }),
    grupa: text({
      label: { en: 'Group', pl: 'Grupa' },
      group: 'maker',
      column: { width: 120, hidden: true },
    }),
    kategoria: text({
      label: { en: 'Category', pl: 'Kategoria' },
      group: 'maker',
      column: { width: 130, index: true },
    }),
    podkategoria: text({
      label: { en: 'Subcategory', pl: 'Podkategoria' },
      group: 'maker',
      column: { width: 130, hidden: true },
    }),
    kod_producenta: text({
      label: { en: 'Manufacturer code', pl: 'Kod producenta' },
      columnNames: ["Maker's code"],
      group: 'maker',
      identity: true,
      code: true,
      column: { width: 130, hidden: true },
    }),
    kod_dostawcy: text({
      label: { en: 'Supplier code', pl: 'Kod dostawcy' },
      columnNames: ["Supplier's code"],
      group: 'maker',
      identity: true,
      code: true,
      column: { width: 130, hidden: true },
    }),
    akcesoria: text({
      booleanText: true,
      label: { en: 'Accessory', pl: 'Akcesorium' },
      group: 'maker',
      column: { width: 90, hidden: true },
    }),
    stock: number({
      label: { en: 'Stock', pl: 'Stan magazynowy' },
      columnNames: ['Stan'],
      identity: true,
      group: 'stock',
      column: { width: 130, index: true },
    }),
    stock_limits: group(
      { small: limit('Low', 'Niski'), medium: limit('Medium', 'Średni') },
      { label: { en: 'Stock limits', pl: 'Progi stanu' }, group: 'stock' },
    ),
    wymiary: group(sides, { label: { en: 'Dimensions', pl: 'Wymiary' }, group: 'size' }),
    wymiary_opakowania: group(sides, {
      label: { en: 'Packaging', pl: 'Wymiary opakowania' },
      group: 'size',
    }),
    waga: text({
      label: { en: 'Weight', pl: 'Waga' },
      group: 'size',
      column: { width: 80, hidden: true },
    }),
    minX: bound('minX'),
    minY: bound('minY'),
    minZ: bound('minZ'),
    maxX: bound('maxX'),
    maxY: bound('maxY'),
    maxZ: bound('maxZ'),
    images: files({
      label: { en: 'Images', pl: 'Zdjęcia' },
      columnNames: ['Pictures'],
      group: 'files',
      update: true,
      content: 'picture',
      note: REPLACE_ONLY,
      gap: 'doc §2.3: only the operation replace is shown',
    }),
    model: file({
      label: { en: '3D model', pl: 'Model 3D' },
      group: 'files',
      update: true,
      content: 'model',
    }),
    mdrl: group(
      { ...xyz, scale: axis('Scale', 'Skala') },
      { label: { en: 'Model placement', pl: 'Położenie modelu' }, group: 'place' },
    ),
    direction_vector: group(xyz, { label: { en: 'Direction', pl: 'Kierunek' }, group: 'place' }),
    id: text({ label: { en: 'id', pl: 'id' }, group: 'more', identity: true }),
    UID: text({ label: { en: 'UID', pl: 'UID' }, group: 'more', identity: true }),
    parametry: longText({ label: { en: 'Parameters', pl: 'Parametry' }, group: 'more' }),
    connected: list({
      label: { en: 'Related', pl: 'Powiązane' },
      columnNames: ['Connected'],
      group: 'more',
      linksTo: 'fittings',
      gap: 'doc §2.3: element type is not shown',
    }),
    replacement: list({
      label: { en: 'Replacements', pl: 'Zamienniki' },
      group: 'more',
      linksTo: 'fittings',
      gap: 'doc §2.3: element type is not shown',
    }),
  },
  key: 'kod',
  title: 'name',
  referredBy: { name: 'kod', rule: 'unknown-fitting' },
  sizes: [
    { need: 'parts', field: 'wymiary', parts: ['x', 'y', 'z'] },
    { need: 'all-or-none', fields: ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ'] },
  ],
  modelSize: { model: 'model', size: 'wymiary', scale: ['mdrl', 'scale'] },
  priceGroup: {
    parts: [
      { field: 'kategoria', as: 'text' },
      { field: 'podkategoria', as: 'text' },
    ],
    need: 'any',
  },
  paths: ['/adminapi/fittings', '/fittings'],
  listKey: 'fittings',
  totalKey: 'totalFittings',
  singleKey: 'fitting',
  paged: true,
  offersAll: true,
  bulkPath: '/bulk',
  lookup: { by: 'path', path: '/getByKod/' },
  upload: { path: '/upload_image', extensions: EXTENSIONS },
  markers: ['images', 'model'],
  toCreate: (draft) => draft,
  updateForms: 1,
  toUpdate: fittingUpdate,
  swapsFiles: true,
  filesFault: (_field, { add, remove }) => (remove.length > add.length ? REPLACE_ONLY.en : null),
});

/**
 * Returns the PATCH bodies of a change.
 *
 * One PATCH takes one picture and one model operation, so several pictures need several requests.
 * Fields that the document does not list for updates are sent as they are stored.
 */
function fittingUpdate({ values, files: lists, before }: WireChange): readonly JsonObject[] {
  const { price, model, ...others } = values;
  const first: Record<string, JsonObject[string]> = { ...others };
  if (price !== undefined) first['price'] = Number(price);
  if (model !== undefined) {
    Object.assign(first, {
      newModelPath: model,
      modelOperation: 'replace',
      oldModelPath: before['model'] ?? '',
    });
  }
  const swaps = pictureSwaps(lists['images']);
  const bodies = [{ ...first, ...swaps[0] }, ...swaps.slice(1)];
  return bodies.filter((body) => Object.keys(body).length > 0);
}

function pictureSwaps(change: FilesChange | undefined): readonly JsonObject[] {
  return (change?.add ?? []).map((path, index) => ({
    newImagePath: path,
    imageOperation: 'replace',
    oldImagePath: change?.remove[index] ?? '',
  }));
}
