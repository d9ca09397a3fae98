import type { TFunction } from 'i18next';
import { contentName } from '#formats/contents.ts';
import { formatBytes } from '../i18n/format.ts';
import { language } from '../i18n/locale.ts';
import type { ModelFault, ModelNote, Params } from '#formats/model/types.ts';

/**
 * Returns why a file cannot be shown, in the user's language.
 *
 * Includes the line or byte where known.
 */
export function faultText(t: TFunction, fault: Pick<ModelFault, 'code' | 'params'>): string {
  const { code, params } = fault;
  const format = String(params['format'] ?? '');
  return t(`model.faults.${code}`, {
    ...params,
    ...bytesIn(code, params),
    ...contentIn(params),
    where: where(t, params),
    as: format === '' ? '' : ` (${format})`,
  });
}

/** Returns a note about a file in the user's language. */
export function noteText(t: TFunction, { code, params }: ModelNote): string {
  const file = params['file'];
  const place = [file === undefined ? '' : ` (${file})`, where(t, params)].join('');
  return t(`model.notesText.${code}`, { ...params, at: place });
}

function where(t: TFunction, params: Params): string {
  const { line, offset } = params;
  if (line !== undefined) return t('model.where.line', { line });
  return offset === undefined ? '' : t('model.where.offset', { offset });
}

function contentIn({ real }: Params): Params {
  const name = contentName(real);
  return name === null ? {} : { real: name[language()] };
}

function bytesIn(code: ModelFault['code'], { size, limit }: Params): Params {
  const isBytes = code === 'tooBig' || code === 'tooLong';
  if (!isBytes) return {};
  return { size: formatBytes(Number(size ?? 0)), limit: formatBytes(Number(limit ?? 0)) };
}
