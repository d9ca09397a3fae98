import type { Content } from './contents.ts';

/** A line of an OBJ: a keyword with numbers, or a keyword unique to OBJ. */
const OBJ_LINE =
  /^[ \t]*(?:(?:v|vt|vn|vp|f|l|p)[ \t]+[-+.\d]|(?:mtllib|usemtl|usemap|maplib|cstype)[ \t]|(?:o|g|s)[ \t]+\S)/m;
const MTL_LINE = /^[ \t]*newmtl[ \t]/m;
const REMARK = /^[ \t]*(?:#[^\n\r]*)?$/;

const STARTS: readonly (readonly [Content, RegExp])[] = [
  ['lfs', /^version https:\/\/git-lfs\.github\.com\//],
  ['shortcut', /^\[(?:InternetShortcut|Desktop Entry)\]/i],
  ['wrl', /^#VRML\b/],
  ['inventor', /^#Inventor\b/],
  ['x3d', /^#X3D\b/],
  ['usd', /^#usda\b/],
  ['fbx', /^;[ \t]*FBX\b|^FBXHeaderExtension\b/],
  ['ply', /^ply\s+format\s/],
  ['off', /^[CN]{0,2}OFF\s+\d/],
  ['step', /^ISO-10303-21;/],
  ['dxf', /^(?:999[^\n]*\n[^\n]*\n\s*)?0\s+SECTION\s/],
  ['rtf', /^\{\\rtf/],
  ['script', /^(?:#!|<\?php|@echo\b)/i],
];

/** Identifies a text by its beginning or its lines; `text` when nothing matches. */
export function textContent(whole: string): Content {
  const text = whole.replace(/^\ufeff?\s*/, '');
  const start = STARTS.find(([, pattern]) => pattern.test(text));
  if (start !== undefined) return start[0];
  if (text.startsWith('<')) return markup(text);
  if (text.includes('FBXHeaderExtension:')) return 'fbx';
  if (/^solid\b/.test(text) && /\b(?:facet|endsolid)\b/.test(text)) return 'stl';
  if (/^[{[]/.test(text)) return /"asset"\s*:\s*\{/.test(text) ? 'gltf' : jsonOr(text);
  if (OBJ_LINE.test(text)) return 'obj';
  if (MTL_LINE.test(text)) return 'mtl';
  // A file that begins with comments only may have its identifying lines later.
  return text.split(/[\n\r]/).every((line) => REMARK.test(line)) ? 'remarks' : 'text';
}

function jsonOr(text: string): Content {
  return /^[{[]\s*(?:["{[\]}\d-]|true|false|null)/.test(text) ? 'json' : 'text';
}

const ROOTS: Readonly<Record<string, Content>> = { collada: 'dae', svg: 'svg', x3d: 'x3d' };
const OF_PAGES: ReadonlySet<string> = new Set(
  'html head body title meta script style div p a center table form iframe link h1 h2'.split(' '),
);

function markup(text: string): Content {
  const { doctype, root } = beginningOf(text);
  const name = (root ?? doctype ?? '').replace(/^[\w.-]*:/, '').toLowerCase();
  if (name === '') return 'remarks';
  if (doctype?.toLowerCase() === 'html' || OF_PAGES.has(name)) return 'html';
  return ROOTS[name] ?? 'xml';
}

/**
 * Returns the names of the document type and of the root element.
 *
 * Skips declarations and comments.
 */
function beginningOf(text: string): { readonly doctype?: string; readonly root?: string } {
  let doctype: string | undefined;
  for (let place = 0; place < text.length;) {
    place = text.indexOf('<', place);
    if (place === -1) break;
    const rest = text.slice(place, place + 200);
    if (rest.startsWith('<!--')) place = past(text, '-->', place);
    else if (rest.startsWith('<?')) place = past(text, '?>', place);
    else if (/^<!doctype/i.test(rest)) {
      doctype = /^<!doctype\s+([\w:.-]+)/i.exec(rest)?.[1];
      place = doctypeEnd(text, place);
    } else {
      const root = /^<([\w:.-]+)/.exec(rest)?.[1];
      return {
        ...(doctype === undefined ? {} : { doctype }),
        ...(root === undefined ? {} : { root }),
      };
    }
  }
  return doctype === undefined ? {} : { doctype };
}

function past(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end + mark.length;
}

/** Returns the end of a document type, whose declarations may be in brackets. */
function doctypeEnd(text: string, from: number): number {
  const end = text.indexOf('>', from);
  const bracket = text.indexOf('[', from);
  if (bracket === -1 || end === -1 || bracket > end) return end === -1 ? text.length : end + 1;
  const close = text.indexOf(']', bracket);
  return close === -1 ? text.length : past(text, '>', close);
}
