import { contentName } from './contents.ts';
import type { ModelFault, ModelNote, Params } from './model/types.ts';
import { en } from './texts.en.ts';

/** Returns why a file cannot be read, as an English sentence. */
export function faultSentence({ code, params }: Pick<ModelFault, 'code' | 'params'>): string {
  const format = String(params['format'] ?? '');
  return fill(en.faults[code], {
    ...params,
    ...bytesIn(code, params),
    ...contentIn(params),
    where: placeIn(params),
    as: format === '' ? '' : ` (${format})`,
  });
}

/** Returns a note about a file as an English sentence. */
export function noteSentence({ code, params }: Pick<ModelNote, 'code' | 'params'>): string {
  const file = params['file'];
  const at = `${file === undefined ? '' : ` (${file})`}${placeIn(params)}`;
  return fill(en.notesText[code], { ...params, at });
}

function placeIn(params: Params): string {
  const { line, offset } = params;
  if (line !== undefined) return fill(en.where.line, { line });
  return offset === undefined ? '' : fill(en.where.offset, { offset });
}

function contentIn({ real }: Params): Params {
  const name = contentName(real);
  return name === null ? {} : { real: name.en };
}

function bytesIn(code: ModelFault['code'], { size, limit }: Params): Params {
  if (code !== 'tooBig' && code !== 'tooLong') return {};
  return { size: `${number(size ?? 0)} bytes`, limit: `${number(limit ?? 0)} bytes` };
}

function fill(text: string, params: Params): string {
  return text.replace(/\{\{(\w+)(, n)?\}\}/g, (_whole, name: string, asNumber?: string) => {
    const value = params[name] ?? '';
    return asNumber === undefined ? String(value) : number(value);
  });
}

function number(value: string | number): string {
  return Number(value).toLocaleString('en-US');
}
