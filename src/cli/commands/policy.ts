import type { Session } from '../session.ts';
import { describeLoosenings, describeOffNames, readPolicy } from '../opening/policy.ts';
import { listPolicyLines } from '../../mcp/policy/policy-text.ts';
import { toOneLine } from '../output.ts';
import { parseInput } from '../config-problem.ts';
import { FileText } from '../settings.ts';

/** Prints every limit and rule in force, a line each. */
export async function runPolicyShow({ config, print }: Session): Promise<void> {
  const { policy } = await readPolicy(config);
  print(config.policyText === undefined ? 'The built-in policy is in force.' : 'The policy file is in force.');
  const off = { name: 'off', value: await describeOffNames(policy), meaning: 'what nobody is offered', builtIn: null };
  const lines = [...listPolicyLines(policy), off];
  const width = Math.max(...lines.map(({ name }) => name.length));
  for (const { name, value, meaning, builtIn } of lines)
    print(`${name.padEnd(width)}  ${toOneLine(value)} (${meaning}${builtIn === null ? '' : `; built in: ${builtIn}`})`);
}

/** Says whether a policy file is understood, and loudly what it loosens. Exit code 1 when it loosens anything. */
export async function runPolicyCheck(
  file: string | undefined,
  { config, print, resolvePath }: Session,
): Promise<number> {
  const policyText = file === undefined ? config.policyText : parseInput(FileText, resolvePath(file), 'The argument');
  const { loosenings } = await readPolicy({ ...config, policyText });
  if (policyText === undefined) print('No policy file is configured: the built-in policy holds.');
  else print('The policy file is understood.');
  print(loosenings.length === 0 ? 'Nothing in it is looser than built in.' : describeLoosenings(loosenings));
  return loosenings.length === 0 ? 0 : 1;
}
