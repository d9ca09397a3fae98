import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

// Measures how plainly comments, screen texts and documents are written: `npm run words`.
// A sentence counts as indirect when it leans on a relative clause without a noun ("what was sent
// before"), or lets a person stand for a machine. Fails when a group has more of them than its limit.

const INDIRECT =
  /\b(?:what|whatever|whoever|whichever)\b|\b(?:another|other|second) hands?\b|\bnobody (?:sets|uses|asked)\b|\bof here\b/i;
const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|[\s;{(,])\/\/([^\n]*)/g;
const DIRECTIVE = /eslint|oxlint|@ts-|prettier-ignore/;

/** A part of the project; `limit` is the number of indirect sentences allowed per 100. */
interface Group {
  readonly name: string;
  readonly limit: number;
  readonly matches: RegExp;
  readonly texts: (content: string) => readonly string[];
}

const GROUPS: readonly Group[] = [
  { name: 'comments in src', limit: 1, matches: /^src\/.*\.tsx?$/, texts: comments },
  {
    name: 'comments in tests and scripts',
    limit: 2,
    matches: /^(?:test|bench|scripts)\/.*\.(?:tsx?|mjs)$/,
    texts: comments,
  },
  { name: 'English texts of the window', limit: 1, matches: /\.en\.json$/, texts: strings },
  { name: 'documents', limit: 2.5, matches: /(?<!\.pl)\.md$/, texts: paragraphs },
];

/** Returns the sentences of a text, of three words or more. */
export function sentencesOf(text: string): readonly string[] {
  const parts = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?])\s+/);
  return parts.filter((part) => part.split(' ').length > 2);
}

/** Returns whether a reader must look for the noun of a sentence; questions may ask "what". */
export function isIndirect(sentence: string): boolean {
  return INDIRECT.test(sentence) && !/\?\s*$/.test(sentence);
}

/** Returns the comments of a source file, without the directives of tools. */
export function comments(content: string): readonly string[] {
  return [...content.matchAll(COMMENT)]
    .map(([, block, line]) => (block ?? line ?? '').replaceAll(/^\s*\*\s?/gm, ''))
    .filter((text) => !DIRECTIVE.test(text));
}

function strings(content: string): readonly string[] {
  const found: string[] = [];
  JSON.parse(content, (_key, value: unknown) => {
    // The name of a placeholder is no word on the screen.
    if (typeof value === 'string') found.push(value.replaceAll(/\{\{[^}]*\}\}/g, 'Name'));
    return value;
  });
  return found;
}

/** Returns the running text of a document: no code, no tables, no headings. */
function paragraphs(content: string): readonly string[] {
  return content
    .replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*(?:\||#|!\[)/.test(line))
    .join('\n')
    .split(/\n\s*\n|\n(?=\s*[-*\d])/);
}

function measure(files: readonly string[], { matches, texts }: Group) {
  const sentences = files
    .filter((file) => matches.test(file))
    .flatMap((file) =>
      texts(fs.readFileSync(file, 'utf8'))
        .flatMap(sentencesOf)
        .map((sentence) => ({ file, sentence })),
    );
  const indirect = sentences.filter(({ sentence }) => isIndirect(sentence));
  return { indirect, rate: (100 * indirect.length) / Math.max(1, sentences.length) };
}

function run(): void {
  const listed = execFileSync('git', ['ls-files'], { encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => fs.existsSync(file));
  for (const group of GROUPS) {
    const { indirect, rate } = measure(files, group);
    console.log(`${group.name}: ${rate.toFixed(1)} of 100 sentences, at most ${group.limit}`);
    if (rate <= group.limit) continue;
    process.exitCode = 1;
    for (const { file, sentence } of indirect.slice(0, 20)) console.log(`  ${file}: ${sentence}`);
  }
}

const [, script] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) run();
