import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';

/** The members of a package.json that notices and the list of components need; old ones write a license as an object. */
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  description: z.string().optional(),
  homepage: z.string().optional(),
});

/** A package of which something is in what is published. */
export interface PackedPackage {
  /** Folder that npm installed it in: `node_modules/jose`, below the folder of the checkout. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as far as its author wrote one; undefined where the package.json names none. */
  readonly license: string | undefined;
  /** The texts of license and notice that the package brings. */
  readonly licenseTexts: readonly string[];
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly homepage: string | undefined;
}

/** Lists the folders of the packages of which something is in what esbuild made. */
export function listBundledFolders({ outputs }: Metafile): readonly string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return [...new Set(files.flatMap((file) => findFolder(file) ?? []))];
}

/** Lists the imports between packages, as far as esbuild followed them: pairs of folders. */
export function listImports({ inputs }: Metafile): readonly (readonly [importer: string, imported: string])[] {
  return Object.entries(inputs).flatMap(([file, { imports }]) => {
    const importer = findFolder(file);
    const folders = new Set(imports.map(({ path: imported }) => findFolder(imported)));
    return [...folders].flatMap((imported) =>
      importer === undefined || imported === undefined || imported === importer ? [] : [[importer, imported] as const],
    );
  });
}

/** Finds the folder that npm installed the package of this file in; undefined for a file of this project. */
function findFolder(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/** Reads the package.json of each of these folders, in the order of the folders. */
export async function readPackages(folders: Iterable<string>): Promise<readonly PackedPackage[]> {
  return await Promise.all([...new Set(folders)].sort().map(readPackage));
}

async function readPackage(folder: string): Promise<PackedPackage> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
  const { name, version, license, licenses, author, description, homepage } = manifest;
  return {
    folder,
    name,
    version,
    license: license ?? licenses?.map(({ type }) => type).join(' OR '),
    licenseTexts: await readLicenseTexts(folder),
    author,
    description,
    homepage,
  };
}

const licenseFile = /^(?:licen[cs]e|notice|copying)/i;

async function readLicenseTexts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && licenseFile.test(entry.name)).map(({ name }) => name);
  const texts = names.sort().map(async (name) => (await readFile(path.join(folder, name), 'utf8')).trim());
  return await Promise.all(texts);
}
