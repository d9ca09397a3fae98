import type { Operation } from './operations.ts';
import type { Kind } from './resources/resource.ts';
import { resourceOf } from './resources/registry.ts';
import type { RuleRef } from './rules.ts';

/** Operations that the service refused by the same rule. */
export interface RefusedGroup extends RuleRef {
  readonly key: string;
  readonly kind: Kind;
  readonly operations: readonly Operation[];
  /** The operations that can be given another value of the field, all at once. */
  readonly correctable: readonly Operation[];
}

/** Groups refused operations by kind, field and rule; the largest group comes first. */
export function refusedGroups(operations: readonly Operation[]): readonly RefusedGroup[] {
  const groups = new Map<
    string,
    RuleRef & { readonly kind: Kind; readonly members: Operation[] }
  >();
  for (const operation of operations)
    for (const { field, fact, words } of rulesBehind(operation)) {
      const key = `${operation.kind}/${field}/${fact}`;
      const { members = [] } = groups.get(key) ?? {};
      members.push(operation);
      // The newest refusal has the current words of the service.
      groups.set(key, { kind: operation.kind, field, fact, words, members });
    }
  return [...groups]
    .map(([key, { members, ...rule }]) => ({
      ...rule,
      key,
      operations: members,
      correctable: members.filter((each) => isCorrectable(each, rule.field)),
    }))
    .toSorted((a, b) => b.operations.length - a.operations.length || (a.key < b.key ? -1 : 1));
}

/** Returns the rules by which an operation was refused, one for each field. */
export function rulesBehind({ state, reason }: Operation): readonly RuleRef[] {
  if (state !== 'refused' || reason?.code !== 'refused') return [];
  const rules = reason.details?.rules ?? [];
  return rules.filter((rule, at) => rules.findIndex(({ field }) => field === rule.field) === at);
}

/** The types of fields that take one plain value for many records. */
const PLAIN: ReadonlySet<string> = new Set([
  'text',
  'longText',
  'decimal',
  'number',
  'flag',
  'date',
  'color',
]);

function isCorrectable({ kind, action }: Operation, path: string): boolean {
  const { fields } = resourceOf(kind);
  const [name = '', part] = path.split('.');
  const owner = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const field = part === undefined ? owner : owner?.parts?.[part];
  if (owner === undefined || field === undefined || !PLAIN.has(field.type)) return false;
  return action === 'create' ? owner.create !== 'never' : action === 'update' && owner.update;
}
