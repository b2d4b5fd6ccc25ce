import { cp } from 'node:fs/promises';
import path from 'node:path';

/** The folder that the build writes the command to. */
const programFolder = 'dist';

const archives = ['waybill.tgz', 'waybill.mcpb', 'server.json'] as const;

/** Returns where an archive is written: beside the command that it is made of. */
export const getArchivePath = (name: (typeof archives)[number]): string => path.join(programFolder, name);

/** Copies the built command without the archives that were made of it before. */
export async function copyProgram(target: string, folder = programFolder): Promise<void> {
  const leftOut = new Set(archives.map((name) => path.resolve(folder, name)));
  await cp(folder, target, { recursive: true, filter: (file) => !leftOut.has(path.resolve(file)) });
}
