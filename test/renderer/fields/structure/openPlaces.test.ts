import { describe, expect, it } from 'vitest';
import { openPlaces } from '../../../../src/renderer/src/fields/structure/model/openPlaces.ts';
import { main, materialy, shapeIn } from './compositions.ts';

describe('the places for another record in a composition', () => {
  it('are the end of a list of its kind', () => {
    const text = '{"okucia": [{"kod": "A", "ilosc": 1}]}';
    const [place, ...more] = openPlaces(text, shapeIn(main, 'main'), 'fittings');
    expect(more).toEqual([]);
    expect(place?.name).toBe('okucia');
    expect(JSON.parse(place?.put('B', 'Zawias') ?? '')).toEqual({
      okucia: [{ kod: 'A', ilosc: 1 }, { kod: 'B' }],
    });
  });

  it('are the usual parts that have none yet, with the name and the unit of other records', () => {
    const text = '{"korpus": {"SIFRA": "H1", "ilosc": "2"}}';
    const places = openPlaces(text, shapeIn(materialy, 'materialy'), 'materials');
    expect(places.map(({ name }) => name)).toEqual(['front']);
    expect(JSON.parse(places[0]?.put('H2', 'Dąb') ?? '')).toEqual({
      korpus: { SIFRA: 'H1', ilosc: '2' },
      front: { SIFRA: 'H2', nazwa: 'Dąb', jm: 'm2' },
    });
  });

  it('are none for a kind that nothing refers to', () => {
    expect(openPlaces('{}', shapeIn(main, 'main'), 'products')).toEqual([]);
  });
});
