import type { Config } from '../config.ts';
import { looserSentence, readPolicy } from '../opening/policy.ts';
import { print } from '../output.ts';
import { parseInput } from '../config-problem.ts';
import { FileText } from '../settings.ts';

/** Says whether a policy file is understood, and loudly what it loosens. Exit code 1 when it loosens anything. */
export async function runPolicyCheck(config: Config, file: string | undefined): Promise<number> {
  const policyText = file === undefined ? config.policyText : parseInput(FileText, file, 'The argument');
  const { loosenings } = await readPolicy({ policyText });
  if (policyText === undefined) print('No policy file is configured: the built-in policy holds.');
  else print('The policy file is understood.');
  print(loosenings.length === 0 ? 'Nothing in it is looser than built in.' : looserSentence(loosenings));
  return loosenings.length === 0 ? 0 : 1;
}
