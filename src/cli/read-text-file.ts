import { readFileSync } from 'node:fs';

/**
 * Reads a file that a person has written, in UTF-8 or in the UTF-16 that Windows PowerShell writes. The byte order mark at its
 * beginning is no part of the text: JSON and names of settings would be refused with it.
 */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file);
  return new TextDecoder(findEncoding(bytes)).decode(bytes);
}

function findEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
