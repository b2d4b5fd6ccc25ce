import { type ControlOperator, type ParseEntry, parse } from 'shell-quote';
import type { CodeBlock, Page } from './pages.ts';

/** Languages of blocks with commands for a person to type; a block without a language has them too. */
const shellLanguages = new Set(['', 'sh', 'bash', 'console', 'shell', 'powershell']);

export interface DocumentedCommand {
  /** Everything behind the program's name. */
  readonly words: readonly string[];
  /** Inside a sentence, where the name of a command alone stands for the command. */
  readonly isInText: boolean;
}

/** Lists each command line of Waybill on a page. */
export function listCommandLines({ blocks, spans }: Pick<Page, 'blocks' | 'spans'>): readonly DocumentedCommand[] {
  return [
    ...blocks.flatMap(listLines).flatMap((line) => findCommands(line).map((words) => ({ words, isInText: false }))),
    ...spans.flatMap((text) => findCommands(text).map((words) => ({ words, isInText: true }))),
  ];
}

function listLines({ language, text }: CodeBlock): readonly string[] {
  if (!shellLanguages.has(language)) return [];
  return text.replaceAll(/\\\n\s*/g, ' ').split('\n');
}

/** Finds each command of Waybill on a line, also behind a pipe or inside `<( )`. */
function findCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let isFileNext = false;
  // A variable stays as it is written.
  for (const entry of parse(line.replace(/^[$>] /, ''), (name) => `$${name}`)) {
    if (isOperator(entry)) {
      isFileNext = /^[<>]/.test(entry.op) && entry.op !== '<(';
      if (!isFileNext) commands.push([]);
    } else if (isFileNext) isFileNext = false;
    else commands.at(-1)?.push(toWord(entry));
  }
  return commands.flatMap((words) => {
    const start = findStart(words);
    return start === undefined ? [] : [words.slice(start)];
  });
}

const isOperator = (entry: ParseEntry): entry is ControlOperator =>
  typeof entry === 'object' && 'op' in entry && entry.op !== 'glob';

function toWord(entry: ParseEntry): string {
  if (typeof entry === 'string') return entry;
  return 'pattern' in entry ? entry.pattern : '';
}

/** Ways to start the program, each up to its own first word. */
const starts = [
  /^waybill /,
  /^npx (?:-y |--yes )?waybill(?:@\S+)? /,
  /^npm run -s waybill (?:--prefix \S+ )?-- /,
  /^node \S*waybill\.mjs /,
  /^(?:podman|docker) (?:compose )?exec (?:-\S+ )*\S+ waybill /,
  /^(?:podman|docker) run .*? waybill(?::[\w.-]+)? /,
];

/** Returns the place of the first word after the program's name; undefined where another program is started. */
function findStart(words: readonly string[]): number | undefined {
  const [before = ''] = /^(?:[A-Z][A-Z0-9_]*=\S* )*/.exec(`${words.map(joinBlanks).join(' ')} `) ?? [];
  const rest = `${words.map(joinBlanks).join(' ')} `.slice(before.length);
  const [start] = starts.flatMap((pattern) => pattern.exec(rest)?.[0] ?? []);
  if (start === undefined) return undefined;
  return before.split(' ').length - 1 + start.split(' ').length - 1;
}

/** Replaces blanks so that a word stays one word. */
const joinBlanks = (word: string): string => word.replaceAll(' ', '_');
