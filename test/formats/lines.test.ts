import { BufferAttribute, BufferGeometry, Group, Line } from 'three';
import { expect, it } from 'vitest';
import { LIMITS } from '#formats/model/types.ts';
import { flatten } from '#formats/model/flatten.ts';
import { NO_UNIT, Notes } from '#formats/model/reading.ts';

it('a line that stands in many places stays as long as it is', () => {
  const geometry = new BufferGeometry();
  const points = new Float32Array([0, 0, 0, 10, 0, 0, 10, 5, 0]);
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  const root = new Group().add(...Array.from({ length: 12 }, () => new Line(geometry)));
  const reading = {
    root,
    version: '',
    up: 'y',
    unit: NO_UNIT,
    libraries: [],
    neutral: false,
    surfaces: new Map(),
    embedded: new Map(),
  } as const;
  const { parts, geometries } = flatten(reading, LIMITS, new Notes());
  expect(parts).toHaveLength(12);
  expect(geometries.map(({ index }) => index?.length)).toEqual([4]);
  expect(geometry.index?.count).toBe(4);
});
