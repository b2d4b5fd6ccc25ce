import { parseSync, Visitor } from 'oxc-parser';
import { readSourceFiles } from '../source-files.ts';

/** A place in the source of the product. */
export interface SourcePlace {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
}

export interface Pattern extends SourcePlace {
  readonly source: string;
  readonly flags: string;
}

export interface PatternList {
  /** Patterns that stand in the source as literals. */
  readonly literals: readonly Pattern[];
  /** Calls of `RegExp`, whose pattern exists only once they have run. */
  readonly constructions: readonly SourcePlace[];
}

/** Lists every pattern in the source of the product, and every place that builds one. */
export function listPatterns(): PatternList {
  const literals: Pattern[] = [];
  const constructions: SourcePlace[] = [];
  for (const { file, text } of readSourceFiles('{src,tools,prompts}/**/*.{ts,js}')) {
    const toPlace = (start: number): SourcePlace => ({ file, line: text.slice(0, start).split('\n').length });
    const noteCall = ({ callee, start }: { readonly callee: object; readonly start: number }) => {
      if ('name' in callee && callee.name === 'RegExp') constructions.push(toPlace(start));
    };
    new Visitor({
      Literal(node) {
        if ('regex' in node)
          literals.push({ ...toPlace(node.start), source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression: noteCall,
      CallExpression: noteCall,
    }).visit(parseSync(file, text).program);
  }
  return { literals, constructions };
}
