import path from 'node:path';
import { readWhole } from './xml.ts';
import { noWorkbook } from './zip.ts';
import type { Zip } from './zip.ts';

/** A link from one part of a workbook to another (OPC, ISO/IEC 29500-2). */
export interface Relationship {
  readonly id: string;
  /**
   * The last segment of its type: `worksheet`, `sharedStrings`, … The rest differs between
   * editions.
   */
  readonly type: string;
  /** The name of the part as written in the ZIP file. */
  readonly part: string;
}

/** A workbook links to its worksheets, styles, strings and a few other lists. */
const MOST_LINKS = 10_000;

/**
 * Reads the relationships of a part; `''` means the whole package.
 *
 * Relationships to missing parts are left out.
 */
export async function relationshipsOf(zip: Zip, source: string): Promise<readonly Relationship[]> {
  const folder = folderOf(source);
  const list = zip.named(join(folder, `_rels/${source.slice(source.lastIndexOf('/') + 1)}.rels`));
  const opened = list === null ? null : await zip.open(list);
  if (opened === null) return [];
  const found: Relationship[] = [];
  await readWhole(opened.stream, {
    open: (name, attributes) => {
      const { Id = '', Target = '', Type = '', TargetMode = '' } = attributes;
      if (name !== 'Relationship' || TargetMode.toLowerCase() === 'external') return;
      const part = targetOf(zip, folder, Target);
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      if (part === null) return;
      if (found.length >= MOST_LINKS) throw noWorkbook(`it has more than ${MOST_LINKS} links`);
      found.push({ id: Id, type, part });
    },
  });
  return found;
}

/**
 * Resolves a target relative to its source's folder, or from the root.
 *
 * `%20` may stand for a space.
 */
function targetOf(zip: Zip, folder: string, target: string): string | null {
  const plain = target.replaceAll('\\', '/').split('#', 1)[0] ?? '';
  const name = plain.startsWith('/') ? join('', plain) : join(folder, plain);
  return zip.named(name) ?? zip.named(unescaped(name));
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function join(folder: string, name: string): string {
  return path.posix.join('/', folder, name).slice(1);
}

function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
}
