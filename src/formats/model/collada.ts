import { ColladaLoader } from 'three/examples/jsm/loaders/ColladaLoader.js';
import { ModelFault } from './types.ts';
import { checkNodes, mendCommas, readUnit } from './colladaScan.ts';
import { mendCollada } from './colladaMend.ts';
import type { Input, Reading } from './reading.ts';
import { decodeText } from './text.ts';
import { changed, parseXml, withDocument } from './xml.ts';
import { scanXml } from './xmlScan.ts';

/** Comments and CDATA sections; an unclosed one reaches to the end, so nothing is searched twice. */
const NO_TAGS = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)/g;

/**
 * Reads COLLADA.
 *
 * Coordinates stay as in the file; its unit and axis are returned separately.
 */
export function readCollada({ bytes, limits, notes }: Input): Reading {
  const whole = decodeText(bytes, notes);
  scanXml(whole, limits);
  const source = whole.replace(NO_TAGS, (found) =>
    found.startsWith('<!--') ? blank(found) : found,
  );
  // A unit or an axis in a comment or in a CDATA section does not count.
  const tags = whole.replace(NO_TAGS, blank);
  if (!/<COLLADA[\s>]/.test(tags)) throw new ModelFault('xml', { line: 1, value: '<COLLADA>' });
  const unit = readUnit(tags, notes);
  const text = mendCommas(source, notes);
  const document = parseXml(text);
  checkNodes(document, limits);
  const files = changed(document, () => mendCollada(document, limits, notes));
  const parsed = withDocument(document, () => new ColladaLoader().parse(text, ''));
  if (parsed === null) throw new ModelFault('unreadable', { format: 'COLLADA' });
  const root = parsed.scene;
  // The three.js loader rotates and scales the model; sizes must stay in the file's own numbers.
  root.scale.set(1, 1, 1);
  root.rotation.set(0, 0, 0);
  const axis = /<up_axis>\s*([XYZ])_UP\s*<\/up_axis>/.exec(tags)?.[1];
  if (axis === 'X') notes.add('xUp');
  return {
    root,
    version: `COLLADA ${document.documentElement.getAttribute('version') ?? ''}`.trim(),
    up: axis === 'Z' ? 'z' : 'y',
    unit,
    libraries: [...files].map((name) => ({ name, found: false })),
    neutral: false,
    surfaces: new Map(),
    embedded: new Map(),
  };
}

/** Replaces text by spaces; line numbers stay. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
