import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Reads a page of the documentation. */
export function readDocument(name: string): Promise<string> {
  // The published command has copies beside its bundle.
  const copy = new URL(`./docs/${name}`, import.meta.url);
  return readFile(existsSync(copy) ? copy : new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
}
