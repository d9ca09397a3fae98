import path from 'node:path';
import type { Zip } from './zip.ts';
import { readWhole } from './xml.ts';

/** A link from one part of a workbook to another (OPC, ISO/IEC 29500-2). */
export interface Relationship {
  readonly id: string;
  /** The last word of its type: `worksheet`, `sharedStrings`, … The start differs between editions. */
  readonly type: string;
  /** The name of the part as the ZIP file spells it. */
  readonly part: string;
}

/** The name of the part that has this name without regard to case; null where there is none. */
export function partNamed(zip: Zip, name: string): string | null {
  const wanted = name.toLowerCase();
  return zip.names.find((each) => each.toLowerCase() === wanted) ?? null;
}

/** Reads the relationships of a part, or of the whole package for `''`; those to missing parts are left out. */
export async function relationshipsOf(zip: Zip, source: string): Promise<readonly Relationship[]> {
  const folder = folderOf(source);
  const list = partNamed(
    zip,
    join(folder, `_rels/${source.slice(source.lastIndexOf('/') + 1)}.rels`),
  );
  const opened = list === null ? null : await zip.open(list);
  if (opened === null) return [];
  const found: Relationship[] = [];
  await readWhole(opened.stream, {
    open: (name, attributes) => {
      const { Id = '', Target = '', Type = '', TargetMode = '' } = attributes;
      if (name !== 'Relationship' || TargetMode.toLowerCase() === 'external') return;
      const part = targetOf(zip, folder, Target);
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      if (part !== null) found.push({ id: Id, type, part });
    },
  });
  return found;
}

/** A target is relative to the folder of its source, or begins at the root; `%20` may stand for a space. */
function targetOf(zip: Zip, folder: string, target: string): string | null {
  const plain = target.replaceAll('\\', '/').split('#', 1)[0] ?? '';
  const name = plain.startsWith('/') ? join('', plain) : join(folder, plain);
  return partNamed(zip, name) ?? partNamed(zip, unescaped(name));
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
