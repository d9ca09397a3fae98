import { expect, it } from 'vitest';
import { sheetAmong } from '../../../src/renderer/src/changesets/import/sheetAmong.ts';

const given = (shown: string) => ({
  source: { path: `/x/${shown}` },
  name: shown.slice(shown.lastIndexOf('/') + 1),
  size: 1,
  shown,
});
const fits = ({ name }: { readonly name: string }) => name.endsWith('.jpg');
const among = (...names: string[]) => {
  const { sheet, beside } = sheetAmong(names.map(given), fits);
  return { sheet: sheet?.shown, names: beside.map((each) => each.names) };
};

it('takes the sheet that was given by itself before one that lies in a folder', () => {
  expect(among('pictures/list.csv', 'pictures/a.jpg', 'prices.csv')).toEqual({
    sheet: 'prices.csv',
    names: [['pictures/a.jpg', 'a.jpg']],
  });
});

it('knows the files of a folder by their path from the sheet, and by a name that only one has', () => {
  expect(among('set/list.csv', 'set/one/a.jpg', 'set/two/a.jpg', 'set/b.jpg')).toEqual({
    sheet: 'set/list.csv',
    names: [['one/a.jpg'], ['two/a.jpg'], ['b.jpg']],
  });
});

it('leaves in a folder what the kind cannot hold, and takes what somebody chose by itself', () => {
  expect(among('list.csv', 'set/notes.docx', 'notes.docx').names).toEqual([['notes.docx']]);
});

it('tells of no sheet where there is none', () => {
  expect(among('a.jpg')).toEqual({ sheet: undefined, names: [['a.jpg']] });
});
