export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Formats a markdown table. Pipes and line breaks inside cells cannot break it. */
export function formatMarkdownTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [formatLine(columns.map(({ title }) => title)), `| ${rule.join(' | ')} |`, ...rows.map(formatLine)].join('\n');
}

const escapeCell = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
