import { decorOf, toneOf } from './decors.ts';
import { objectId, seeded } from './random.ts';
import type { EdgeBand } from './types.ts';

interface Group {
  readonly plastic: 'ABS' | 'PVC';
  readonly thickness: number;
  readonly width: number;
  readonly groupID: string;
  readonly decors: readonly string[];
}

const common = ['H1145', 'H1194', 'H2033', 'U1001', 'U1309', 'U1327', 'U1399'] as const;

const groups: readonly Group[] = [
  {
    plastic: 'PVC',
    thickness: 0.4,
    width: 22,
    groupID: 'G04',
    decors: ['H1145', 'H2402', 'U1001', 'U1309', 'U1399'],
  },
  {
    plastic: 'ABS',
    thickness: 0.8,
    width: 22,
    groupID: 'G08',
    decors: [
      ...common,
      'H1151',
      'H1163',
      'H1180',
      'H2310',
      'U1215',
      'U1416',
      'U1422',
      'U1508',
      'U1604',
    ],
  },
  {
    plastic: 'ABS',
    thickness: 1,
    width: 23,
    groupID: 'G10',
    decors: ['H1145', 'H1207', 'U1001', 'U1112', 'U1220', 'U1327'],
  },
  {
    plastic: 'ABS',
    thickness: 1.5,
    width: 43,
    groupID: 'G15',
    decors: ['F3012', 'F3105', 'H1145', 'H2033'],
  },
  {
    plastic: 'ABS',
    thickness: 2,
    width: 22,
    groupID: 'G20',
    decors: [...common, 'H1172', 'H2714'],
  },
];

/** Returns the code of an edge band: ASCII, at most 20 characters. */
export function bandCode(decor: string, thickness: number): string {
  const group = groups.find((entry) => entry.thickness === thickness);
  if (group === undefined) throw new Error(`no band of ${thickness} mm`);
  return `${group.plastic}-${group.width}-${String(thickness).replace('.', '')}-${decor}`;
}

function record(group: Group, decorCode: string): EdgeBand {
  const decor = decorOf(decorCode);
  const code = bandCode(decorCode, group.thickness);
  const random = seeded(`band:${code}`);
  const mark = String(group.thickness * 10).padStart(2, '0');
  const text = String(group.thickness).replace('.', ',');
  return {
    _id: { $oid: objectId(`band:${code}`) },
    thickness: group.thickness,
    name: `Obrzeże ${group.plastic} ${group.width}×${text} mm ${decor.name}`,
    group: `${group.plastic} ${group.width} × ${text} mm`,
    groupID: group.groupID,
    isForm: random.next() < 0.7,
    isActive: random.next() < 0.9,
    formsSettings: { length_key: `D${mark}`, width_key: `S${mark}`, color: toneOf(decor) },
    data:
      random.next() < 0.4
        ? []
        : [{ szerokosc: group.width, rolka: group.thickness >= 1.5 ? 50 : 150 }],
    __v: random.int(0, 4),
    code,
  };
}

/** Returns all edge bands, group by group. */
export function makeEdgeBands(): EdgeBand[] {
  return groups.flatMap((group) => group.decors.map((decor) => record(group, decor)));
}
