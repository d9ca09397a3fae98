/** Returns a table; escapes characters that would end a cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((each) => each.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a text as inline code; an empty text stays empty. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
