// Writes the pages of docs/ that are generated from code: terminal, JSON documents, settings. With
// `--check` it writes nothing and fails when a page differs from the generated text.
import fs from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './build.mjs';
import { answersPage, answersSchema } from './docs/answersPage.ts';
import { settingsPage } from './docs/settings.ts';
import { terminalPage } from './docs/terminal.ts';

const pages = {
  'terminal.md': terminalPage(),
  'terminal-json.md': answersPage(),
  'terminal.schema.json': answersSchema(),
  'settings.md': settingsPage(),
};
const isCheck = process.argv.includes('--check');

for (const [name, text] of Object.entries(pages)) {
  const file = path.join(root, 'docs', name);
  const page = await format(text, { ...(await resolveConfig(file)), filepath: file });
  const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (page === kept) continue;
  if (isCheck) {
    console.error(`docs/${name} is not what the code says: run \`npm run docs\`.`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(file, page);
    console.log(`docs/${name} was written`);
  }
}
