import { managedSchema } from '#contract/managed.ts';
import { settingsSchema } from '#contract/procedures.ts';
import { z } from '#contract/zod.ts';
import { managedPath } from '#core/app/shell/managed.ts';
import { DEFAULT_SETTINGS } from '#core/store/metaStore.ts';
import { code, table } from './markdown.ts';

/** The parts of a JSON schema that the page shows. */
const schema = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
  get anyOf() {
    return z.array(schema).optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
});
type Schema = z.infer<typeof schema>;

const POLICY = {
  service: { url: 'https://catalogue.example', only: true },
  updates: { url: 'https://updates.example/cabinet', channel: 'latest' },
  settings: { assetBudgetMb: 2048, inFlightWindowSeconds: 180 },
};

/** Returns the settings page, made from the schemas and defaults. */
export function settingsPage(): string {
  const settings = read(settingsSchema).properties ?? {};
  const managed = flat('', read(managedSchema));
  return [
    `# Settings\n\n<!-- Written by \`npm run docs\` from the schemas themselves. -->`,
    `Each profile has its own settings. Change them in the window under Settings, or in the terminal: \`cabinet settings\`, \`cabinet settings NAME VALUE\`.`,
    table(
      ['name', 'values', 'without it', 'meaning'],
      Object.entries(settings).map(([name, each]) => [
        code(name),
        valuesOf(each),
        shown(DEFAULT_SETTINGS[name as keyof typeof DEFAULT_SETTINGS]),
        each.description ?? '',
      ]),
    ),
    `## What a company decides for a workstation`,
    `One JSON file that only an administrator can write. Users choose all settings that it does not name.`,
    table(
      ['system', 'file'],
      [
        ['Windows', code(managedPath('win32'))],
        ['macOS', code(managedPath('darwin'))],
        ['Linux', code(managedPath('linux'))],
      ],
    ),
    `Cabinet reads it at every start. On macOS and Linux it must belong to root, and no other account may write to it. A file with an
unknown name, a wrong value, more than 64 KB or another owner is not obeyed. Then **nobody can sign in to any server** until the
file is corrected, and a successful terminal command exits with 1 instead of 0. The window, the log and stderr name the reason. Earlier
sign-ins go on.`,
    `Check a file before you roll it out: \`cabinet policy check managed.json\` names every fault with its place and exits with 2.
Without a file name it checks the file of this workstation.`,
    table(
      ['name', 'values', 'without it', 'meaning'],
      managed.map(([name, each]) => [
        code(name),
        valuesOf(each),
        shown(each.default),
        each.description ?? '',
      ]),
    ),
    `\`\`\`json\n${JSON.stringify(managedSchema.parse(POLICY), null, 2)}\n\`\`\``,
  ].join('\n\n');
}

function read(from: z.ZodType): Schema {
  return schema.parse(z.toJSONSchema(from, { io: 'input' }));
}

/** Returns the leaves of a schema with their dotted names. */
function flat(name: string, each: Schema): [string, Schema][] {
  if (each.properties === undefined) return [[name, each]];
  const below = (part: string) => (name === '' ? part : `${name}.${part}`);
  return Object.entries(each.properties).flatMap(([part, inner]) => flat(below(part), inner));
}

function valuesOf(each: Schema): string {
  if (each.anyOf !== undefined) return each.anyOf.map(valuesOf).join(' or ');
  if (each.enum !== undefined) return each.enum.map(code).join(', ');
  if (each.const !== undefined) return shown(each.const);
  if (each.type === 'integer')
    return `whole number, ${each.minimum ?? ''} to ${each.maximum ?? ''}`;
  if (each.type === 'boolean') return '`true`, `false`';
  return each.format === 'uri' ? 'address' : (each.type ?? '');
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return value === '' ? 'empty' : code(String(value));
}
