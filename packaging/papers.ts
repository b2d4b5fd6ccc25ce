import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listAddresses, type Project } from './project.ts';

/** Writes the papers of a published archive: a README of its own, and the license. */
export async function writePapers(project: Project, folder: string): Promise<void> {
  const text = await readFile('packaging/published-readme.md', 'utf8');
  await writeFile(path.join(folder, 'README.md'), [text.trimEnd(), ...formatLinks(project), ''].join('\n'));
  await cp('LICENSE', path.join(folder, 'LICENSE'));
}

/** Formats the last section of the README, with absolute addresses: an archive ships no docs. Empty until there are any. */
function formatLinks(project: Project): readonly string[] {
  const addresses = listAddresses(project);
  if (addresses === undefined) return [];
  const { documentation, support, privacy, repository } = addresses;
  return [
    '',
    '## Links',
    '',
    `- [Documentation](${documentation})`,
    `- [Questions and bugs](${support})`,
    `- [Privacy](${privacy})`,
    `- [Source](${repository})`,
  ];
}
