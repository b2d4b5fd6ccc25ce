// Approves clean carrier bills: plans it, waits until a person has approved, then carries it out.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { MCP_URL = 'http://127.0.0.1:3333/mcp', ISSUER, CLIENT_ID, CLIENT_SECRET, POLL_SECONDS = '30' } = process.env;

interface Answer {
  summary?: string;
  status?: string;
  approval?: { id: string; expiresAt: string; how: { url?: string; command: string } };
  rows?: { friendlyId: string }[];
  error?: { code: string; message: string; retryable: boolean; outcome?: string; retryAfterSeconds?: number };
}

// Gets tokens, and new ones when they expire. A server on your own machine needs none.
function createSignIn() {
  if (!ISSUER || !CLIENT_ID || !CLIENT_SECRET) return undefined;
  const scope = 'waybill:read waybill:write';
  return new ClientCredentialsProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    expectedIssuer: ISSUER,
    scope,
  });
}

// A busy server answers 503 and says that nothing was changed: wait as long as it asks, then send the same again.
async function fetchPatiently(url: string | URL, init?: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    const isBusy = response.status === 503 && response.headers.get('x-nothing-changed') === 'true';
    if (!isBusy || attempt === 10) return response;
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after') ?? 2) * 1000);
  }
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
    const answer = result.structuredContent as Answer;
    // `retryable` is never true of a write that may have been carried out.
    const { error } = answer;
    if (!error?.retryable || error.code === 'APPROVAL_PENDING' || attempt === 10) return answer;
    await sleep((error.retryAfterSeconds ?? 5) * 1000);
  }
}

// Returns what became of the plan once a person has decided. Running an approved plan twice does nothing twice.
async function runWhenApproved(client: Client, approvalId: string): Promise<Answer> {
  for (;;) {
    const answer = await call(client, 'run_approved', { approvalId });
    if (answer.error?.code !== 'APPROVAL_PENDING') return answer;
    await sleep(Number(POLL_SECONDS) * 1000);
  }
}

async function approveCleanBills(client: Client): Promise<Answer> {
  const clean = await call(client, 'list_bills', {
    status: 'IN_REVIEW',
    verdict: 'clean',
    fields: ['friendlyId'],
    limit: 50,
  });
  if (clean.error) return clean;
  const bills = (clean.rows ?? []).map(({ friendlyId }) => friendlyId);
  if (bills.length === 0) return { status: 'done', summary: 'No clean bills today.' };
  let answer = await call(client, 'approve_bills', { bills });
  // `changed`: a record changed after the person said yes, so nothing was done and a new plan waits for them.
  while (answer.status === 'approval_required' || answer.status === 'changed') {
    if (!answer.approval) break;
    const { id, expiresAt, how } = answer.approval;
    console.log(`${id} needs a person before ${expiresAt}: ${how.url ?? how.command}`);
    answer = await runWhenApproved(client, id);
  }
  return answer;
}

const authProvider = createSignIn();
const client = new Client({ name: 'bill-approvals', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(
  new StreamableHTTPClientTransport(new URL(MCP_URL), { fetch: fetchPatiently, ...(authProvider && { authProvider }) }),
);
try {
  const { status, summary, error } = await approveCleanBills(client);
  if (error) {
    console.error(`${error.outcome ?? 'failed'}: ${error.code}: ${error.message}`);
    // Nothing was done (1), or a person has to look before anybody does it again (2).
    process.exitCode = error.outcome === 'unknown' || error.outcome === 'partial' ? 2 : 1;
  } else {
    console.log(`${status}: ${summary}`);
    process.exitCode = status === 'partial' ? 2 : 0;
  }
} finally {
  await client.close();
}
