/** What Windows keeps for its devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Reserved on Windows, control characters, and marks that turn the direction of writing. */
const UNFIT = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069<>:"|?*]/gu;

/**
 * A name that every system takes and that leads nowhere: the last part of a path, composed, without
 * control, direction and reserved characters, with no dot or space at its end; empty when nothing is left.
 */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = withoutTail(last.normalize('NFC').replaceAll(UNFIT, '').trim());
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

// Windows drops them in silence, and would then know the file by another name.
function withoutTail(name: string): string {
  let end = name.length;
  while (end > 0 && /[. ]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
