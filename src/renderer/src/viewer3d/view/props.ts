import type {
  LengthUnit,
  ModelFacts,
  ModelFile,
  ModelSizes,
  Placement,
  Triple,
} from '#formats/model/types.ts';

export interface ModelViewerProps {
  /** The model and its companions; a new array starts a new reading. */
  readonly files: readonly ModelFile[];
  /** The name of the model file; by default the first with a model's extension. */
  readonly main?: string;
  /** The name of the record, for screen readers. */
  readonly label: string;
  /** The unit that the user chose earlier, for files without one. */
  readonly unit?: LengthUnit | null;
  readonly onUnit?: (unit: LengthUnit) => void;
  readonly onFacts?: (facts: ModelFacts) => void;
  /** Called with missing files that the user located; they are already shown. */
  readonly onLocated?: (files: readonly ModelFile[]) => void;
  readonly onPicture?: (png: Blob, name: string) => void;
  readonly onSizes?: (sizes: ModelSizes) => void;
  readonly placement?: Placement | null;
  readonly onPlacement?: (placement: Placement) => void;
  readonly direction?: Triple | null;
  readonly onDirection?: (direction: Triple) => void;
  /** Shows only the picture, its size and the missing files. */
  readonly compact?: boolean;
}
