import { readFileSync } from 'node:fs';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Reads width and height of a PNG file; throws for any other file. */
export function readPngSize(file: string): readonly [width: number, height: number] {
  const bytes = readFileSync(file);
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error(`${file} is no PNG file`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
