import { AppError } from '#contract/errors.ts';

/** Returns the entry with which a desktop of Linux starts a command (XDG autostart). */
export function desktopEntry(command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Cabinet',
    `Exec=${command.map(execWord).join(' ')}`,
    'Icon=cabinet',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Quotes a word of `Exec`, twice: once as an argument, once as a value of the file. A percent sign
 * would begin a field code. A line break would begin another line.
 */
function execWord(word: string): string {
  if (/\p{Cc}/u.test(word))
    throw new AppError(
      'invalid',
      'A path with a line break or a control character cannot be started.',
    );
  const argument = word.replaceAll(/["`$\\]/g, String.raw`\$&`);
  return `"${argument.replaceAll('\\', String.raw`\\`).replaceAll('%', '%%')}"`;
}
