import * as z from 'zod';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { getMoneyKind } from './money-kinds.ts';
import type { Gated, PolicyNames } from './policy-entry.ts';
import { buildPolicy, builtInPolicy, policyEntries, type Policy } from './policy.ts';

interface SchemaTree {
  [key: string]: z.ZodType | SchemaTree;
}

/** Builds the schema of the policy file from the places of its members. */
function buildSchema(): z.ZodObject {
  const tree: SchemaTree = {};
  for (const { name, schema } of policyEntries) {
    const keys = name.split('.');
    const last = keys.pop() ?? name;
    let part = tree;
    for (const key of keys) {
      const next = part[key];
      const inner: SchemaTree = next === undefined || next instanceof z.ZodType ? {} : next;
      part[key] = inner;
      part = inner;
    }
    part[last] = schema.optional();
  }
  return toObject(tree);
}

const toObject = (tree: SchemaTree): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(tree).map(([key, node]) => [key, node instanceof z.ZodType ? node : toObject(node).optional()]),
    ),
  );

/** The policy file; amounts are in dollars as people write them. */
export const PolicyFile = buildSchema();

export interface PolicySource {
  /** JSON text of the file, or undefined for the built-in policy. */
  readonly text: string | undefined;
  readonly known: Gated;
  /** Separation of duties if the file doesn't set it: on over HTTP with an issuer, off on stdio. */
  readonly separationOfDuties: boolean;
}

/** Reads the policy; anything not understood ends the start with one sentence. */
export function loadPolicy({ text, known: gated, separationOfDuties }: PolicySource): Policy {
  const builtIn = { ...builtInPolicy, separationOfDuties };
  if (text === undefined) return builtIn;
  const file = parseFile(text);
  const names: PolicyNames = { gated: gated, findKind: (name) => getMoneyKind(name) ?? gated.moves.get(name) };
  const readStated = (name: string) =>
    name.split('.').reduce<unknown>((value, key) => (isPlainRecord(value) ? value[key] : undefined), file);
  return buildPolicy((entry, usual) => {
    const stated = readStated(entry.name);
    return stated === undefined ? (entry.deriveValue?.(readStated) ?? usual) : entry.toValue(stated, names);
  }, builtIn);
}

function parseFile(text: string): z.output<typeof PolicyFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new WaybillError('CONFIGURATION', 'WAYBILL_POLICY: the policy file is not valid JSON.', { cause });
  }
  const parsed = PolicyFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `"${issue.path.join('.')}": ` : '';
  throw new WaybillError('CONFIGURATION', `WAYBILL_POLICY: ${where}${issue?.message ?? 'not understood'}.`);
}
