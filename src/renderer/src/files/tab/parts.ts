import type { FileAbilities } from '#contract/files/rules.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Target } from '../model/intake.ts';
import type { ShownField } from './shownFiles.ts';
import type { FileActions } from './useFileActions.ts';

/** What a part of the tab shows: one field of files, and what can be done with it. */
export interface FileFieldParts {
  readonly name: string;
  readonly field: Field;
  readonly target: Target;
  readonly shown: ShownField;
  /** Null where nothing can be changed. */
  readonly abilities: FileAbilities | null;
  readonly actions: FileActions;
}
