import { createInterface, type Interface } from 'node:readline/promises';
import { type AnswerView, shortenAnswer, wrap } from './answer.ts';

/** Prints the story. Whatever stands below a call or a command is what the running product answered. */
export interface Screen extends Disposable {
  /** A person sits at a terminal: the story waits for them. */
  readonly isInteractive: boolean;
  /** Begins a step; waits for the person before it. */
  startStep(title: string): Promise<void>;
  print(text: string): void;
  /** Prints what a person types in a terminal. */
  printCommand(words: string): void;
  /** Prints a question in the words of a person, with the call that an assistant makes of it. */
  printQuestion(question: string, tool: string, input: object): void;
  printAnswer(text: string, view: AnswerView): void;
  /** Prints what the answer means for the desk. */
  printMeaning(sentence: string): void;
  /** Waits until the person presses Enter; without a person it goes on at once. */
  pause(prompt: string): Promise<void>;
  /** Says what is waited for, and for how long. */
  waitFor<Result>(text: string, work: (report: (text: string) => void) => Promise<Result>): Promise<Result>;
  /** Says nothing about waiting while a person reads a form. */
  showForm<Result>(show: () => Promise<Result>): Promise<Result>;
}

const widthMax = 100;
const indent = '  ';
const callLabel = 'Tool call: ';
/** A terminal shows seconds, a log a line now and then. */
const reportEveryMs = { terminal: 1000, log: 5000 } as const;
const clearLine = '\r\u001B[2K';

export function createScreen({ stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>, stepCount: number): Screen {
  const isInteractive = stdin.isTTY && stdout.isTTY;
  // Some terminals say that they have no columns.
  const width = Math.min(stdout.columns || widthMax, widthMax);
  const input = isInteractive ? createInterface({ input: stdin, output: stdout }) : undefined;
  const progress = createProgress(stdout);
  const print = (text: string) => void stdout.write(`${text}\n`);
  const formatStyle = (code: number, text: string) => (stdout.isTTY ? `\u001B[${code}m${text}\u001B[0m` : text);
  const pause = (prompt: string) => waitForEnter(input, formatStyle(2, `\n${prompt} `));
  let step = 0;
  return {
    isInteractive,
    async startStep(title) {
      step += 1;
      if (step > 1) await pause('Press Enter to continue.');
      print(`\n${formatStyle(1, `== ${step} of ${stepCount}: ${title} `.padEnd(width, '='))}`);
    },
    print: (text) => print(wrap(text, width).join('\n')),
    printCommand: (words) => print(`\n$ waybill ${words}`),
    printQuestion(question, tool, toolInput) {
      const json = JSON.stringify(toolInput, null, 1).replaceAll(/\n */g, ' ');
      print(`\n${formatStyle(1, `You ask:   "${question}"`)}`);
      print(wrap(`${callLabel}${tool} ${json}`, width, callLabel.length).join('\n'));
    },
    printAnswer(text, view) {
      const lines = shortenAnswer(text, view, width - indent.length);
      print(`\n${lines.map((line) => `${indent}${line}`.trimEnd()).join('\n')}`);
    },
    printMeaning: (sentence) => print(`\n${formatStyle(1, wrap(`=> ${sentence}`, width, 3).join('\n'))}`),
    pause,
    waitFor: (text, work) => progress.waitFor(text, work),
    showForm: (show) => progress.hold(show),
    [Symbol.dispose]: () => input?.close(),
  };
}

async function waitForEnter(input: Interface | undefined, prompt: string): Promise<void> {
  if (input === undefined) return;
  const closed = new Promise<void>((resolve) => input.once('close', () => resolve()));
  await Promise.race([input.question(prompt), closed]);
}

/** Creates what writes how long something takes: over the same line of a terminal, or as lines of a log. */
function createProgress(stdout: NodeJS.Process['stdout']) {
  const clear = () => stdout.isTTY && stdout.write(clearLine);
  let isHeld = false;
  return {
    async waitFor<Result>(text: string, work: (report: (text: string) => void) => Promise<Result>): Promise<Result> {
      const startedAt = performance.now();
      let state = text;
      const write = () => {
        const line = `${indent}${state} (${Math.round((performance.now() - startedAt) / 1000)} s)`;
        if (isHeld) return;
        // A line that breaks could not be taken back.
        stdout.write(stdout.isTTY ? `${clearLine}${line.slice(0, stdout.columns - 1)}` : `${line}\n`);
      };
      const timer = setInterval(write, stdout.isTTY ? reportEveryMs.terminal : reportEveryMs.log);
      try {
        return await work((news) => {
          state = news;
        });
      } finally {
        clearInterval(timer);
        clear();
      }
    },
    async hold<Result>(show: () => Promise<Result>): Promise<Result> {
      isHeld = true;
      clear();
      try {
        return await show();
      } finally {
        isHeld = false;
      }
    },
  };
}
