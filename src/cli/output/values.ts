import type { Json } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { NO_LABELS, readStatusLabels } from '#contract/statusLabels.ts';
import { PLAIN_ENGLISH, valueText } from '#contract/valueText.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import type { Core } from '#core/app/core.ts';
import { cell, clean } from './text.ts';

/** Returns how values are written in tables: in English, with currency and labels of the profile. */
export async function readStyle(core: Pick<Core, 'call'>): Promise<ValueStyle> {
  const { currency, statusLabels } = await core.call('settings.get', {});
  return { ...PLAIN_ENGLISH, currency, labels: readStatusLabels(statusLabels) ?? NO_LABELS };
}

/** Returns a value of a field, or of a part of one, for a cell of a table. */
export function valueCell(
  style: ValueStyle,
  kind: Kind,
  path: string | null,
  value: Json | undefined,
): string {
  const [name = '', part] = (path ?? '').split('.');
  const { fields } = resourceOf(kind);
  const whole = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const field = part === undefined ? whole : whole?.parts?.[part];
  if (field === undefined || value === undefined || value === null) return cell(value);
  const text = valueText(field, value, style);
  return text === null ? cell(value) : clean(text);
}
