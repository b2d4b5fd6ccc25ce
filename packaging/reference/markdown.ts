/** Lines of a table; a pipe in a cell stays text. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const formatRow = (cells: readonly string[]) =>
    `|${cells.map((text) => ` ${formatCell(text)} `.replace(/^ {2}$/, ' ')).join('|')}|`;
  return [formatRow(header), `|${header.map(() => '---|').join('')}`, ...rows.map(formatRow)];
}

const formatCell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** Lines in which no more than one blank line stands between two others. */
export const joinLines = (lines: readonly string[]): string =>
  lines.filter((line, place) => line !== '' || lines[place - 1] !== '').join('\n');
