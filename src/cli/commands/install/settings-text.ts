/** The way from the top of a file to a value: names of members, and positions in lists. */
export type MemberPath = readonly (string | number)[];

/** Reads and edits the text of a settings file. Edits leave everything else in it as it is, comments too. */
export interface SettingsText {
  /** Throws `UnreadableText` where the text is not of its format. An empty text holds an empty object. */
  parse(text: string): unknown;
  /** Sets a value, and makes the objects and lists that lead to it. */
  set(text: string, path: MemberPath, value: unknown): string;
  remove(text: string, path: MemberPath): string;
}

/** A text that is not of its format, from this line on. */
export class UnreadableText extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`unreadable from line ${line} on`);
    this.line = line;
  }
}

export const countLines = (text: string, end: number): number => text.slice(0, end).split('\n').length;

/** Finds the line ending of a text; that of Unix if it has none. */
export const findLineEnding = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n');

/** Builds what a missing part of a path has to hold, so that the path leads to the value. */
export function wrapValue(path: MemberPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
}

/** The part of a text from one offset to another. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export const replaceSpan = (text: string, { start, end }: TextSpan, replacement: string): string =>
  `${text.slice(0, start)}${replacement}${text.slice(end)}`;
