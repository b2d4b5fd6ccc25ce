import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What people never see in the text of an answer. Codes, JSON, UTC timestamps and ids are in `structuredContent`. */
export type AnswerFault = 'code' | 'JSON' | 'timestamp' | 'id' | 'retired word';

/** Codes of the API: every value of an enumeration in the contract. */
const codes: ReadonlySet<string> = new Set(
  [...readFileSync('src/contract/types.ts', 'utf8').matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(
    ([, code = '']) => code,
  ),
);
/** Codes that are also words of the trade in capitals, currencies, and Waybill's own verdicts. */
const tradeWords: ReadonlySet<string> = new Set(
  `ACH AIR BILL CAD EFS EFT FTL LTL PTL TL TONU USD EUR GBP MXN JPY ARS AUD BRL CNY IDR INR KRW RUB SAR TRY ZAR PASS NEW
  USER`.split(/\s+/),
);
/** Words that said less than they could: see the table of names in docs/reference/glossary.md. */
const retiredWords = /\b(?:nobody|somebody|whoever|way back|taken for|speaks? against|at stake|glance)\b/i;

/** Tools that show rows and inputs as the API sends and takes them, for models that call it. */
const rawTools: ReadonlySet<string> = new Set(['api_read', 'api_search', 'reference_data']);

/** Returns true for a line that shows what the API sends. The first line and whole sentences are our own words. */
const isRawLine = (tool: string, line: string, index: number): boolean =>
  rawTools.has(tool) && index > 0 && (!/^[A-Z].*[.)]$/.test(line) || line.startsWith('In every row shown: '));

/** Lists the faults of an answer's text as lines to read. Record text, quoted input and calls may say anything. */
export function listAnswerFaults(tool: string, text: string): readonly string[] {
  const ownText = text
    .replace(/«[^»]*»/g, '«»')
    .replace(/"[0-9a-f-]{36}"/g, '""')
    .replace(/(?<![\w=[(,{:] ?)"[^"\n]*"/g, '""')
    .replace(/[\w.[\]]+=(?:\[[^\]]*\]|"[^"\n]*"|\S+)/g, '');
  return ownText
    .split('\n')
    .filter((line, index) => !isRawLine(tool, line, index))
    .flatMap((line) =>
      findLineFaults(line).map(({ fault, word }) => `${tool} · ${fault} · ${word} · ${line.trim().slice(0, 160)}`),
    );
}

function findLineFaults(line: string): readonly { readonly fault: AnswerFault; readonly word: string }[] {
  const code = [...line.matchAll(/(?<![\w.-])[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*(?![\w.-]\w|\w)/g)]
    .map(([word]) => word)
    .find((word) => codes.has(word) && !tradeWords.has(word));
  const others = [
    ['JSON', /[{[]\s*"\w+"\s*[:,\]]/],
    ['timestamp', /\d{4}-\d\d-\d\dT\d\d:\d\d/],
    ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/],
    ['retired word', retiredWords],
  ] as const;
  return [
    ...(code === undefined ? [] : [{ fault: 'code' as const, word: code }]),
    ...others.flatMap(([fault, pattern]) => {
      const [word] = pattern.exec(line) ?? [];
      return word === undefined ? [] : [{ fault, word }];
    }),
  ];
}

/** Notes the faults of an answer that a test got, so that the whole run can tell which words people would have to guess. */
export function noteAnswerFaults(folder: string, tool: string, text: string): void {
  const faults = listAnswerFaults(tool, text);
  if (faults.length > 0) appendFileSync(path.join(folder, `${process.pid}.words`), `${faults.join('\n')}\n`);
}

/** Reads the faults that the answers of a run had, each once. */
export function readAnswerFaults(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.words'));
  const lines = files.flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'));
  return [...new Set(lines)].toSorted();
}
