/** Device names that Windows reserves, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Characters reserved on Windows, control characters, and marks of writing direction. */
const UNFIT = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069<>:"|?*]/gu;

/**
 * Returns a file name that is valid on every system and has no folders.
 *
 * It is the last part of a path in NFC form. Control, direction and reserved characters are
 * removed, and so are dots and spaces at the end. It is empty when no character is left.
 */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = withoutTail(last.normalize('NFC').replaceAll(UNFIT, '').trim());
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

// Windows silently removes them and would then know the file by another name.
function withoutTail(name: string): string {
  let end = name.length;
  while (end > 0 && /[. ]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
