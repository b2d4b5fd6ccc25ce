import { cleanText } from '../text/text.ts';
import type { Approval } from '../tool/context.ts';

/** Describes who asked for a plan, and with which program: "Dana Reyes with Claude Desktop". */
export function formatAsker({ requester, client }: Pick<Approval, 'requester' | 'client'>): string {
  // A client says by itself what it is called, so its name is text like that of a record.
  const program = client === null ? '' : cleanText(client.replace(/ v?\d+(?:\.[\w-]+)*$/, ''), 'list').text;
  return program === '' ? requester : `${requester} with ${program}`;
}
