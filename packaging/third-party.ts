import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';

/** What a package says of itself; older ones write a licence as an object, or several of them. */
const PackageFacts = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

const licenceFile = /^(?:licen[cs]e|notice|copying)/i;

/** The folders of the packages of which something is in what esbuild made. */
export function bundledFolders({ outputs }: Metafile): readonly string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return [...new Set(files.flatMap((file) => folderOfPackage(file) ?? []))];
}

/** The folder that npm installed the package of this file in; undefined for a file of this project. */
function folderOfPackage(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

interface Notice {
  /** Name, version, licence and author. */
  readonly line: string;
  /** The licence texts that the package brings; empty where it brings none. */
  readonly text: string;
}

/** Names, versions and licences of the packages in these folders, each text once behind those that bring it. */
export async function thirdPartyNotices(folders: readonly string[]): Promise<string> {
  const notices = await Promise.all([...new Set(folders)].sort().map(noticeOf));
  const sections = [...Map.groupBy(notices, ({ text }) => text)].map(([text, those]) =>
    [...new Set(those.map(({ line }) => line)), '', text || 'These packages bring no text of their licence.'].join(
      '\n',
    ),
  );
  return ['Waybill holds code of these packages.', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`).concat('\n');
}

async function noticeOf(folder: string): Promise<Notice> {
  const facts = PackageFacts.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
  const licence = facts.license ?? facts.licenses?.map(({ type }) => type).join(' or ');
  const text = (await licenceTexts(folder)).join('\n\n');
  if (licence === undefined && text === '')
    throw new Error(`${folder} does not say under which licence it is; find out, or take the package out.`);
  const parts = [`${facts.name} ${facts.version}`, licence, facts.author].filter((part) => part !== undefined);
  return { line: parts.join(', '), text };
}

async function licenceTexts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && licenceFile.test(entry.name)).map(({ name }) => name);
  const texts = names.sort().map(async (name) => (await readFile(path.join(folder, name), 'utf8')).trim());
  return await Promise.all(texts);
}
