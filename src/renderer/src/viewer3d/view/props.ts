import type {
  LengthUnit,
  ModelFacts,
  ModelFile,
  ModelSizes,
  Placement,
  Triple,
} from '#formats/model/types.ts';

export interface ModelViewerProps {
  /** The model and what came with it; another array is another reading. */
  readonly files: readonly ModelFile[];
  /** Which of them is the model; the first that has a model's extension without it. */
  readonly main?: string;
  /** What it is the model of; read aloud. */
  readonly label: string;
  /** What the person chose earlier for files that do not say. */
  readonly unit?: LengthUnit | null;
  readonly onUnit?: (unit: LengthUnit) => void;
  readonly onFacts?: (facts: ModelFacts) => void;
  /** Missing files that the person found; they are shown already. */
  readonly onLocated?: (files: readonly ModelFile[]) => void;
  readonly onPicture?: (png: Blob, name: string) => void;
  readonly onSizes?: (sizes: ModelSizes) => void;
  readonly placement?: Placement | null;
  readonly onPlacement?: (placement: Placement) => void;
  readonly direction?: Triple | null;
  readonly onDirection?: (direction: Triple) => void;
  /** Only the picture, its size and what is missing. */
  readonly compact?: boolean;
}
