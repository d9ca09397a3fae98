import { ColladaLoader } from 'three/examples/jsm/loaders/ColladaLoader.js';
import { ModelFault } from './types.ts';
import { checkUses, mendCommas, readUnit } from './colladaScan.ts';
import { mendCollada } from './colladaMend.ts';
import { asPolylists } from './colladaShapes.ts';
import type { Input, Reading } from './reading.ts';
import { decodeText } from './text.ts';
import { parseXml, withDocument } from './xml.ts';
import { scanXml } from './xmlScan.ts';

/**
 * Reads COLLADA.
 *
 * Coordinates stay as in the file; its unit and axis are returned separately.
 */
export function readCollada({ bytes, limits, notes }: Input): Reading {
  const whole = decodeText(bytes, notes);
  scanXml(whole, limits);
  // Comments are blanked, because a unit or an axis in one does not count. Line numbers stay.
  const source = whole.replace(/<!--[^]*?-->/g, (found) => found.replace(/[^\n]/g, ' '));
  const version = /<COLLADA\b[^>]*\bversion\s*=\s*["']([^"']*)["']/.exec(source)?.[1];
  if (!/<COLLADA[\s>]/.test(source)) throw new ModelFault('xml', { line: 1, value: '<COLLADA>' });
  checkUses(source, limits);
  const unit = readUnit(source, notes);
  const text = asPolylists(mendCommas(source, notes));
  const document = parseXml(text);
  const files = mendCollada(document, notes);
  const parsed = withDocument(document, () => new ColladaLoader().parse(text, ''));
  if (parsed === null) throw new ModelFault('unreadable', { format: 'COLLADA' });
  const root = parsed.scene;
  // The three.js loader rotates and scales the model; sizes must stay in the file's own numbers.
  root.scale.set(1, 1, 1);
  root.rotation.set(0, 0, 0);
  const axis = /<up_axis>\s*([XYZ])_UP\s*<\/up_axis>/.exec(source)?.[1];
  if (axis === 'X') notes.add('xUp');
  return {
    root,
    version: `COLLADA ${version ?? ''}`.trim(),
    up: axis === 'Z' ? 'z' : 'y',
    unit,
    libraries: [...files].map((name) => ({ name, found: false })),
    neutral: false,
    surfaces: new Map(),
    embedded: new Map(),
  };
}
