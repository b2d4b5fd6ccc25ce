import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { inject } from 'vitest';
import type { ToolServer } from '../../../src/mcp/server/tool-server.ts';
import { noteAnswerFaults } from './answer-words.ts';

/**
 * The person's answer when the client shows a form. `unticked`: the form is accepted with its box left empty; `none`: the
 * client cannot show a form.
 */
export type FormPerson = 'accept' | 'decline' | 'cancel' | 'unticked' | 'none';

export interface ConnectSettings {
  readonly protocol?: 'modern' | 'legacy';
  readonly autoFulfill?: boolean;
}

/** Connects a real client of the newest protocol, or of the one before. */
export type Connect = (person: FormPerson, settings?: ConnectSettings) => Promise<Client>;

export interface CallAnswer {
  readonly isError?: boolean;
  readonly text: string;
  // Tests read results freely; each assertion says what it expects.
  readonly data: any; // eslint-disable-line typescript/no-explicit-any
}

const address = new URL('http://desk.test/mcp');

/**
 * Connects clients to a tool server, each with a person who answers its forms; their texts are added to `shownForms`.
 */
export function createConnect(server: ToolServer, shownForms: string[]): Connect {
  const handler = createMcpHandler(server.buildServer);
  return async (person, { protocol = 'modern', autoFulfill = true } = {}) => {
    const client = new Client(
      { name: 'test client', version: '1' },
      {
        capabilities: person === 'none' ? {} : { elicitation: {} },
        versionNegotiation: { mode: protocol === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
        inputRequired: { autoFulfill },
      },
    );
    if (person !== 'none') {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        shownForms.push(params.message);
        return fillForm(person);
      });
    }
    await client.connect(
      new StreamableHTTPClientTransport(address, { fetch: (url, init) => handler.fetch(new Request(url, init)) }),
    );
    return client;
  };
}

function fillForm(person: Exclude<FormPerson, 'none'>) {
  if (person === 'decline' || person === 'cancel') return { action: person };
  return { action: 'accept' as const, content: { confirm: person === 'accept' } };
}

/** Longer than any machine takes: the library gives up after a minute, which a busy machine may need. */
const patience = { timeout: 600_000 };

/** Calls a tool as a model does. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}): Promise<CallAnswer> {
  const answer = toAnswer(await client.callTool({ name, arguments: input }, patience));
  // JSON was asked for, so the API's own words are wanted.
  if (input['format'] !== 'json') noteAnswerFaults(inject('wordsFolder'), name, removeRequestedIds(answer.text));
  return answer;
}

/** Removes ids from a text with a column of ids, which is shown only where a call asks for it. */
function removeRequestedIds(text: string): string {
  return /^\|(?:[^|\n]*\|){0,30} id \|/m.test(text)
    ? text.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'an id')
    : text;
}

export function toAnswer(result: Awaited<ReturnType<Client['callTool']>>): CallAnswer {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, data: result.structuredContent, ...(result.isError === true && { isError: true }) };
}
