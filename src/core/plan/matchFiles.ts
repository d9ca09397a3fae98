import path from 'node:path';
import { asAppError } from '#contract/errors.ts';
import type { PlanDraft, PlanPart } from '#contract/plan.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { allowedExtensions, stageFile } from '../files/stage.ts';
import { extensionOf } from '#contract/files/types.ts';
import { nameOf } from '../outbox/draft.ts';
import { plainName } from '../problems/rules/groups.ts';
import type { Workspace } from '../workspace.ts';
import { savePlan } from './begin.ts';
import { PlanStore } from './planStore.ts';

const MODELS = new Set(['.obj', '.dae', '.fbx', '.wrl', '.e3d', '.glb', '.gltf', '.3ds', '.stl']);
const FIELDS: Readonly<
  Record<Kind, { readonly model: string | null; readonly picture: string | null }>
> = {
  fittings: { model: 'model', picture: 'images' },
  materials: { model: null, picture: 'PICFILE' },
  products: { model: 'modelPath', picture: 'images' },
  'edge-bands': { model: null, picture: null },
};
/** A shorter code would be found in any name. */
const LEAST = 2;

type Answer = Output<'plan.matchFiles'>;
type Unmatched = Answer['unmatched'][number];

/** A part by the longest of its code and name that a file's name holds; several are nobody's. */
export function partOfFile(draft: PlanDraft, file: string): readonly PlanPart[] {
  const stem = plainName(path.basename(file, path.extname(file))) ?? '';
  const found = draft.parts.map((part) => {
    const { key, title } = nameOf(resourceOf(part.kind), part.values);
    const words = [key, title].map((word) => plainName(word) ?? '');
    const held = words.filter((word) => word.length >= LEAST && stem.includes(word));
    return { part, length: Math.max(0, ...held.map((word) => word.length)) };
  });
  const longest = Math.max(0, ...found.map(({ length }) => length));
  return longest === 0
    ? []
    : found.filter(({ length }) => length === longest).map(({ part }) => part);
}

/** The field of a kind that takes a file of this name; null when it takes none. */
export function fieldOfFile(kind: Kind, file: string): string | null {
  const extension = extensionOf(file);
  const field = MODELS.has(extension) ? FIELDS[kind].model : FIELDS[kind].picture;
  if (field === null || resourceOf(kind).upload === null) return null;
  const allowed = allowedExtensions(kind);
  return allowed === null || allowed.includes(extension) ? field : null;
}

/** Gives dropped files to the parts that their names speak of, and says which stay and why. */
export async function matchFiles(ws: Workspace, input: Input<'plan.matchFiles'>): Promise<Answer> {
  const { draft, name } = new PlanStore(ws.work).get(input.plan);
  const matched: Answer['matched'] = [];
  const unmatched: Unmatched[] = [];
  const given = new Map<string, PlanPart['files']>();
  for (const { path: file } of input.files) {
    const [part, other] = partOfFile(draft, file);
    const why = part === undefined ? 'no-part' : other === undefined ? null : 'several-parts';
    if (part === undefined || why !== null) {
      unmatched.push({ path: file, why: why ?? 'no-part', text: '' });
      continue;
    }
    const field = fieldOfFile(part.kind, file);
    if (field === null) unmatched.push({ path: file, why: 'type', text: '' });
    else
      try {
        const staged = await stageFile(ws, {
          path: file,
          kind: part.kind,
          place: `${part.part}.${field}`,
        });
        const before = given.get(part.part) ?? part.files;
        given.set(
          part.part,
          joined(part.kind, before, { field, file: staged.file, name: staged.name }),
        );
        matched.push({ path: file, part: part.part, field, file: staged.file });
      } catch (thrown) {
        unmatched.push({ path: file, why: 'refused', text: asAppError(thrown).message });
      }
  }
  const parts = draft.parts.map((part) => ({ ...part, files: given.get(part.part) ?? part.files }));
  if (matched.length > 0) savePlan(ws, { plan: input.plan, name, draft: { parts } });
  return { draft: { parts }, matched, unmatched };
}

type GivenFile = PlanPart['files'][number];

/** A field for one file holds the newest; the same name dropped again takes its own place. */
function joined(kind: Kind, files: readonly GivenFile[], file: GivenFile): GivenFile[] {
  const many = resourceOf(kind).fields[file.field]?.type === 'files';
  const isReplaced = (old: GivenFile) =>
    old.field === file.field && (!many || old.name === file.name);
  return [...files.filter((old) => !isReplaced(old)), file];
}
