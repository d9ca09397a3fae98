import { z } from '#contract/zod.ts';
import { ANSWERS, ERROR_ANSWER } from './answers.ts';

/** The parts of a JSON schema that the page shows. */
const shape = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), shape).optional();
  },
  get items() {
    return shape.optional();
  },
  get anyOf() {
    return z.array(shape).optional();
  },
  get oneOf() {
    return z.array(shape).optional();
  },
  get allOf() {
    return z.array(shape).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), shape]).optional();
  },
});
type Shape = z.infer<typeof shape>;

/** Values of the service have no schema: they may be any JSON. */
const OPTIONS = { io: 'output', unrepresentable: 'any' } as const;

const INTRODUCTION = `# Documents of the terminal

<!-- Written by \`npm run docs\` from the schemas themselves. -->

With \`--json\` every command prints exactly one document on stdout. [terminal.schema.json](terminal.schema.json) has the same as JSON Schema, one
definition for each command. \`test/cli/answers.test.ts\` compares each with the output of its command.

- A name with \`?\` may be missing. \`JSON\` is any value, as the service sent it. \`time\` is ISO 8601 in UTC, as \`2026-11-16T08:00:00.000Z\`.
- Numbers that end in \`At\` and are not a \`time\` are milliseconds since 1970.
- Later versions may add names. They do not remove or rename any.`;

/** Returns the page of all JSON documents, in a short form for people. */
export function answersPage(): string {
  const sections = Object.entries(ANSWERS).map(
    ([name, schema]) => `## ${name}\n\n${block(schema)}`,
  );
  return [
    INTRODUCTION,
    `## An error, of any command\n\n${block(ERROR_ANSWER)}\n\nThe codes: [the terminal](terminal.md#errors-with---json).`,
    ...sections,
  ].join('\n\n');
}

/** Returns all JSON documents as one JSON schema, for programs. */
export function answersSchema(): string {
  const definitions = Object.entries({ ...ANSWERS, error: ERROR_ANSWER }).map(([name, schema]) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, OPTIONS);
    return [name, rest] as const;
  });
  return JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Documents that the commands of Cabinet print with --json',
    $defs: Object.fromEntries(definitions),
  });
}

function block(schema: z.ZodType): string {
  const text = shown(shape.parse(z.toJSONSchema(schema, OPTIONS)), '');
  return `\`\`\`text\n${text}\n\`\`\``;
}

/** Returns a schema in a few words; an object takes several lines. */
function shown(each: Shape, indent: string): string {
  const choices = each.anyOf ?? each.oneOf;
  if (each.$ref !== undefined) return 'JSON';
  if (choices !== undefined)
    return [...new Set(choices.map((one) => shown(one, indent)))].join(' | ');
  if (each.allOf !== undefined) return each.allOf.map((one) => shown(one, indent)).join(' & ');
  if (each.enum !== undefined) return each.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (each.const !== undefined) return JSON.stringify(each.const);
  if (each.type === 'array') return `[ ${shown(each.items ?? {}, indent)}, … ]`;
  if (each.type === 'object') return object(each, indent);
  if (each.format === 'date-time') return 'time';
  return [each.type ?? 'JSON'].flat().join(' | ');
}

function object(
  { properties, required = [], additionalProperties }: Shape,
  indent: string,
): string {
  const inner = `${indent}  `;
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `{ name: ${shown(value, indent)}, … }`;
  }
  const lines = Object.entries(properties).map(
    ([name, each]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${shown(each, inner)}`,
  );
  return lines.length === 0 ? '{ … }' : `{\n${lines.join('\n')}\n${indent}}`;
}
