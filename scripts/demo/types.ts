/** A fitting as the service stores it. */
export interface Fitting {
  readonly _id: string;
  name: string;
  price?: string;
  status: string;
  readonly id: string;
  readonly UID: string;
  kod: string;
  readonly grupa: string;
  readonly akcesoria: string;
  readonly producent: string;
  readonly kategoria: string;
  readonly podkategoria: string;
  readonly kod_producenta: string;
  readonly kod_dostawcy: string;
  readonly minX: string;
  readonly minY: string;
  readonly minZ: string;
  readonly maxX: string;
  readonly maxY: string;
  readonly maxZ: string;
  wymiary: Size;
  readonly wymiary_opakowania: Size;
  readonly waga: string;
  readonly description: string;
  readonly parametry: string;
  /** Text only in a record with a planted fault. */
  stock: number | string;
  readonly stock_limits: { readonly small: number; readonly medium: number };
  connected: readonly string[];
  replacement: readonly string[];
  readonly mdrl: Size & { readonly scale: string };
  readonly direction_vector: Size;
  images: readonly string[];
  model?: string;
}

export interface Size {
  readonly x: string;
  readonly y: string;
  readonly z: string;
}

/** A material as the service stores it. */
export interface Material {
  readonly _id: string;
  name: string;
  SIFRA: string;
  /** A number only in a record with a planted fault. */
  CIJENA?: string | number;
  DEB: string | number;
  PICFILE: string;
}

/** Amount of one material in a part of a product. */
export interface MaterialUse {
  readonly SIFRA: string;
  readonly nazwa: string;
  readonly ilosc: string;
  readonly jm: string;
}

/** A product as the service stores it. */
export interface Product {
  readonly _id: string;
  name: string;
  status: string;
  modelPath: string;
  readonly date: string;
  readonly description: string;
  images: readonly string[];
  readonly categories: readonly { readonly _id: string; readonly name: string }[];
  /** Text only in a record with a planted fault. */
  isBestseller: boolean | string;
  readonly isPublished: boolean;
  materialy: {
    readonly korpus: MaterialUse;
    readonly front: MaterialUse;
    readonly plecy: MaterialUse;
    readonly obrzeza: readonly { readonly code: string; readonly metry: string }[];
  };
  main: {
    readonly kolekcja: string;
    readonly wymiary: {
      readonly szerokosc: string;
      readonly wysokosc: string;
      readonly glebokosc: string;
    };
    readonly waga: string;
    readonly warianty: readonly { readonly nazwa: string; readonly SIFRA: string }[];
    readonly okucia: readonly { readonly kod: string; readonly ilosc: number }[];
  };
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An edge band as the service stores it. */
export interface EdgeBand {
  readonly _id: { readonly $oid: string };
  /** Text only in a record with a planted fault. */
  thickness: number | string;
  name: string;
  readonly group: string;
  readonly groupID: string;
  readonly isForm: boolean;
  readonly isActive: boolean;
  readonly formsSettings: {
    readonly length_key: string;
    readonly width_key: string;
    readonly color: string;
  };
  readonly data: readonly { readonly szerokosc: number; readonly rolka: number }[];
  readonly __v: number;
  code: string;
}

export interface Catalogue {
  readonly fittings: Fitting[];
  readonly materials: Material[];
  readonly products: Product[];
  readonly edgeBands: EdgeBand[];
}

/** Files to write: path relative to the demo folder → content. */
export type Files = Map<string, string | Uint8Array>;
