import type { FileAbilities } from '#contract/files/rules.ts';
import type { Field } from '#contract/resources/field.ts';
import type { FileTarget } from '../model/intake.ts';
import type { ShownField } from './shownFiles.ts';
import type { FileActions } from './useFileActions.ts';

/** Properties of the parts of the tab: a file field and its actions. */
export interface FileFieldParts {
  readonly name: string;
  readonly field: Field;
  readonly target: FileTarget;
  readonly shown: ShownField;
  /** Null when the field cannot be changed. */
  readonly abilities: FileAbilities | null;
  readonly actions: FileActions;
}
