import { finishes } from '../shapes/parts.ts';
import type { Finish } from '../shapes/parts.ts';
import type { Solid } from '../solids.ts';

/** Invented makers and the letters their codes carry. */
export const makers = {
  FE: 'Fersa',
  ND: 'Nordan',
  KX: 'Kortex',
  LU: 'Lumira',
  WM: 'Wolmet',
  TV: 'Torvik',
} as const;

export type Maker = keyof typeof makers;

/** What tells one fitting from the next inside its family. */
export interface Row {
  /** Code without the maker's letters. */
  readonly code: string;
  readonly maker: Maker;
  readonly name: string;
  readonly price: number;
  readonly grams: number;
  readonly facts: string;
  /** Which size, for the model's file name. */
  readonly size: string;
  readonly finish: Finish;
  readonly solids: readonly Solid[];
  /** Fittings of equal use by other makers share it. */
  readonly use: string;
}

/** A group of fittings drawn and described alike. */
export interface Family {
  readonly slug: string;
  readonly grupa: string;
  readonly kategoria: string;
  readonly podkategoria: string;
  readonly accessory: boolean;
  readonly text: string;
  readonly pack: number;
  /** Codes of the families usually bought with it. */
  readonly goesWith: readonly string[];
  /** A second picture with measures. */
  readonly measured: boolean;
  /** Bodies for the picture where the true size would draw badly. */
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

/** Every spec in every finish by every maker; dearer finishes and makers cost a share more. */
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

/** Fills in what most families have in common. */
export const family = (head: Head, rows: readonly Row[]): Family => ({
  accessory: false,
  goesWith: [],
  measured: false,
  ...head,
  rows,
});

/** A number in a code or a file name, with `mark` for its decimal point. */
export const plainNumber = (n: number, mark = ''): string => String(n).replace('.', mark);

/** A number in a text, with a decimal comma. */
export const comma = (n: number): string => String(n).replace('.', ',');
