import { z } from '#contract/zod.ts';
import type { Inspection } from '#core/app/inspect/inspect.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { someText } from '../input/words.ts';
import { clean } from '../output/text.ts';

const DETAILS = `The files are read by the readers of the window and of import; nothing is kept, and no profile is needed. With
\`--json\` one file is answered with one object, several with a list of them:

- \`file\`, \`type\` (the type of the content, such as \`png\`, \`obj\`, \`xlsx\`, \`html\`), \`bytes\`
- \`faults\`: the reasons to refuse the file, empty when it is accepted; \`notes\`: the notes that the window shows
- \`picture\`: \`width\` and \`height\` as the picture is seen, \`orientation\` from its camera (EXIF, 1 is upright)
- \`model\`: \`size\` {\`x\`, \`y\`, \`z\`} in the axes of the file; \`unit\` is \`mm\`, or \`null\` where the file tells no unit and the size
  is in its own numbers; \`triangles\`; \`missing\`, the files that the model names and that do not lie beside it
- \`sheet\`: \`sheets\` with \`name\`, \`hidden\` and \`rows\` (rows that hold something, the header among them); \`encoding\` and
  \`separator\` of a CSV file; \`header\`, the row that is taken for the names of the columns`;

/** Reports how Cabinet reads files, without a profile and without storing anything. */
export const inspectCommand = command({
  usage: 'inspect <FILE...>',
  about: 'Check images, models and spreadsheets; exit code 2 if a file is not accepted.',
  example: 'cabinet inspect shelf.dae shelf.jpg prices.xlsx --json',
  details: DETAILS,
  args: z.array(someText).min(1),
  values: noOptions,
  run: async (shell, files) => {
    const { systemSeams } = await import('#core/app/nodePlatform.ts');
    const { inspectFiles } = await import('#core/app/inspect/inspect.ts');
    const found = await inspectFiles(systemSeams, files);
    const [only] = found;
    shell.show(found.length === 1 && only !== undefined ? only : found, () =>
      found.map(textOf).join('\n\n'),
    );
    return found.some(({ faults }) => faults.length > 0) ? EXIT.invalid : EXIT.done;
  },
});

function textOf({ file, type, bytes, faults, notes, picture, model, sheet }: Inspection): string {
  const lines = [
    `${file}: ${type}, ${bytes.toLocaleString('en-US')} bytes`,
    ...(picture === undefined ? [] : [pictureLine(picture)]),
    ...(model === undefined ? [] : modelLines(model)),
    ...(sheet === undefined ? [] : sheetLines(sheet)),
    ...faults.map((text) => `rejected: ${text}`),
    ...notes.map((text) => `note: ${text}`),
  ];
  return lines.map(clean).join('\n  ');
}

function pictureLine({ width, height, orientation }: NonNullable<Inspection['picture']>): string {
  const turned = orientation === 1 ? '' : `, turned by its camera (orientation ${orientation})`;
  return `picture: ${width} × ${height}${turned}`;
}

function modelLines({ size, unit, triangles, missing }: NonNullable<Inspection['model']>) {
  const sides = [size.x, size.y, size.z].map((side) => side ?? '–').join(' × ');
  return [
    `model: ${sides} ${unit ?? '(unit unknown)'}, ${triangles} triangles`,
    ...missing.map((name) => `missing: ${name}`),
  ];
}

function sheetLines({ sheets, encoding, separator, header }: NonNullable<Inspection['sheet']>) {
  const read = [
    encoding,
    separator === undefined ? undefined : `separator ${separator === '\t' ? 'tab' : separator}`,
    header === undefined ? undefined : `header in row ${header}`,
  ].filter((part) => part !== undefined);
  return [
    ...sheets.map(
      ({ name, hidden, rows }) => `sheet: ${name}${hidden ? ' (hidden)' : ''}, ${rows} rows`,
    ),
    ...(read.length === 0 ? [] : [read.join(', ')]),
  ];
}
