import { finishes } from '../shapes/parts.ts';
import type { Finish } from '../shapes/parts.ts';
import type { Solid } from '../solids.ts';

/** Invented manufacturers and the letters that their codes end with. */
export const makers = {
  FE: 'Fersa',
  ND: 'Nordan',
  KX: 'Kortex',
  LU: 'Lumira',
  WM: 'Wolmet',
  TV: 'Torvik',
} as const;

export type Maker = keyof typeof makers;

/** Values that differ between the fittings of one family. */
export interface Row {
  /** Code without the letters of the manufacturer. */
  readonly code: string;
  readonly maker: Maker;
  readonly name: string;
  readonly price: number;
  readonly grams: number;
  readonly facts: string;
  /** Size in the file name of the model. */
  readonly size: string;
  readonly finish: Finish;
  readonly solids: readonly Solid[];
  /** Shared by equivalent fittings of different manufacturers. */
  readonly use: string;
}

/** Group of fittings with the same drawing and description. */
export interface Family {
  readonly slug: string;
  readonly grupa: string;
  readonly kategoria: string;
  readonly podkategoria: string;
  readonly accessory: boolean;
  readonly text: string;
  readonly pack: number;
  /** Slugs of the families usually bought with this one. */
  readonly goesWith: readonly string[];
  /** Adds a second picture with dimensions. */
  readonly measured: boolean;
  /** Bodies for the picture when the true size would draw badly. */
  readonly pose?: (colour: string) => readonly Solid[];
  readonly rows: readonly Row[];
}

const short: Record<Finish, string> = {
  nikiel: 'NI',
  inox: 'IN',
  chrom: 'CH',
  'czarny mat': 'CZ',
  'złoto szczotkowane': 'ZL',
  biały: 'BI',
  antracyt: 'AN',
  dąb: 'DB',
  buk: 'BK',
  ocynk: 'OC',
  szary: 'SZ',
  brązowy: 'BR',
};

interface Spec {
  readonly code: string;
  readonly name: string;
  readonly size: string;
  readonly price: number;
  readonly grams: number;
  readonly facts: string;
  readonly draw: (colour: string) => readonly Solid[];
}

/**
 * Combines every spec with every finish and every manufacturer.
 *
 * More expensive finishes and manufacturers raise the price by a share.
 */
export function cross(
  specs: readonly Spec[],
  made: readonly Maker[],
  shown: readonly Finish[],
): Row[] {
  return specs.flatMap((spec) =>
    shown.flatMap((finish, f) =>
      made.map((maker, m): Row => {
        const withFinish = shown.length > 1;
        return {
          code: withFinish ? `${spec.code}-${short[finish]}` : spec.code,
          maker,
          name: `${spec.name}${withFinish ? `, ${finish}` : ''} ${makers[maker]}`,
          price: spec.price * (1 + f * 0.11 - m * 0.07),
          grams: spec.grams,
          facts: `${spec.facts}; wykończenie: ${finish}`,
          size: spec.size,
          finish,
          solids: spec.draw(finishes[finish]),
          use: `${spec.code}-${finish}`,
        };
      }),
    ),
  );
}

type Head = Pick<Family, 'slug' | 'grupa' | 'kategoria' | 'podkategoria' | 'text' | 'pack'> &
  Partial<Pick<Family, 'accessory' | 'goesWith' | 'measured' | 'pose'>>;

/** Fills in the values that most families have in common. */
export const family = (head: Head, rows: readonly Row[]): Family => ({
  accessory: false,
  goesWith: [],
  measured: false,
  ...head,
  rows,
});

/** Formats a number for a code or a file name; `mark` replaces the decimal point. */
export const plainNumber = (n: number, mark = ''): string => String(n).replace('.', mark);

/** Formats a number for a text, with a decimal comma. */
export const comma = (n: number): string => String(n).replace('.', ',');
