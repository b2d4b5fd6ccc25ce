import type { z } from 'zod';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import { listPathParameters, type Operation } from '../../src/contract/kit/operation.ts';
import { WaybillError, type ErrorDetail } from '../../src/errors.ts';
import { describeInputIssue } from '../../src/mcp/input/issue-words.ts';
import { recordText, formatTypedName } from '../../src/mcp/text/text.ts';

const entries: ReadonlyMap<string, CatalogueEntry> = new Map(catalogue().map((entry) => [entry.name, entry]));
const namesShown = 5;

/** Returns the declared operation of that name. The error for an unknown name lists the closest names. */
export function requireOperation(name: string): CatalogueEntry {
  const entry = entries.get(name);
  if (entry) return entry;
  const [resource = '', verb = ''] = name.toLowerCase().split('.');
  const close = [...entries.keys()].filter((operationName) => {
    const lower = operationName.toLowerCase();
    return lower.startsWith(`${resource}.`) || (verb !== '' && lower.endsWith(`.${verb}`));
  });
  const hint = close.length > 0 ? `Close: ${close.slice(0, namesShown).join(', ')}.` : 'Names look like quotes.filter.';
  throw new WaybillError(
    'BAD_REQUEST',
    `operation: there is no ${recordText(name, 'list')}. ${hint} Find names with api_search.`,
    {
      details: [{ field: 'operation', message: 'is not an operation' }],
    },
  );
}

type CallInput = Readonly<Record<string, unknown>>;

/** Checks a flat input against the declaration before anything is sent or planned; throws 400 naming every bad field. */
export function checkInput({ name, operation }: CatalogueEntry, input: CallInput): void {
  const { path, query, body } = split(operation, input);
  const problems = [...path, ...listIssues(operation.query, query), ...listIssues(operation.body, body)];
  const [first] = problems;
  if (first === undefined) return;
  const text = problems.slice(0, namesShown).map(({ field, message }) => `${formatTypedName(field)}: ${message}`);
  throw new WaybillError('BAD_REQUEST', `${name}: ${text.join('; ')}.`, { details: problems });
}

function split(operation: Operation, input: CallInput) {
  const names = listPathParameters(operation.path);
  const path = names
    .filter((name) => typeof input[name] !== 'string' || input[name] === '')
    .map((name): ErrorDetail => ({ field: `input.${name}`, message: 'is needed: a uuid or client key' }));
  const queryNames = Object.keys(operation.query?.shape ?? {});
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => isWanted(name)));
  return {
    path,
    query: pick((name) => queryNames.includes(name)),
    body: pick((name) => !names.includes(name) && !queryNames.includes(name)),
  };
}

function listIssues(schema: z.ZodType | undefined, value: CallInput): ErrorDetail[] {
  if (schema === undefined)
    return Object.keys(value).map((name) => ({ field: `input.${name}`, message: 'is not an input of this operation' }));
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap((issue) => {
    const at = ['input', ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: `${at}.${key}`, message: 'is not a known field' }));
    return [{ field: at, message: describeInputIssue(issue) }];
  });
}
