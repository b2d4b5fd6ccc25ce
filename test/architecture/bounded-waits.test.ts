import { expect, test } from 'vitest';
import { getPage, pages } from '../docs/support/pages.ts';
import { readSourceFiles } from './source-files.ts';

/** Call that opens a connection to another machine, and the words that limit its wait. */
interface OutgoingCall {
  readonly name: string;
  readonly pattern: RegExp;
  /** Each of them is among the arguments. */
  readonly bounds: readonly RegExp[];
}

/** `fetch` in the names of methods and of parameters calls nothing. */
const outgoing: readonly OutgoingCall[] = [
  { name: 'fetch', pattern: /(?<![.\w])fetch\(/g, bounds: [/\bsignal\b|\binit\b/] },
  { name: 'undici fetch', pattern: /\bundiciFetch\(/g, bounds: [/\binit\b/, /\bdispatcher\b/] },
  { name: 'undici request', pattern: /\brequest\((?=url,)/g, bounds: [/\bsignal\b/] },
  { name: 'Agent', pattern: /\bnew Agent\(/g, bounds: [/connect: \{[^}]*\btimeout\b/] },
  { name: 'Pool', pattern: /\bnew Pool\(/g, bounds: [/\bconnectionTimeoutMillis\b/, /\bkeepAlive: true\b/] },
  {
    name: 'S3Client',
    pattern: /\bnew S3Client\(/g,
    bounds: [/\bconnectionTimeout\b/, /\bsocketTimeout\b/, /\brequestTimeout\b/, /\bthrowOnRequestTimeout: true\b/],
  },
  { name: 'key set', pattern: /\bcreateRemoteJWKSet\(/g, bounds: [/\btimeoutDuration\b/] },
  { name: 'exporter', pattern: /\bnew OTLP\w+Exporter\(/g, bounds: [/\bgetExporterOptions\(\)/] },
];

interface Reach {
  /** Those that are not in the arguments of a call. */
  readonly bounds: readonly RegExp[];
  /** The row of the documentation that says how long is waited. */
  readonly row: string;
  /** The row of the documentation that says what leaves the machine. */
  readonly connection: string;
}

/** Files that reach other systems. */
const reaching: Readonly<Record<string, Reach>> = {
  'src/store/postgres/pool.ts': {
    bounds: [/watchSilence\(/, /silence\.ask\b/],
    row: 'PostgreSQL: a statement',
    connection: 'PostgreSQL',
  },
  'src/service/mail/smtp.ts': {
    bounds: [/connectionTimeout:/, /greetingTimeout:/, /socketTimeout:/, /dnsTimeout:/, /startTimeout\(deadlineMs\)/],
    row: 'Mail server',
    connection: 'Mail server',
  },
  'src/service/documents/s3-storage.ts': { bounds: [], row: 'Bucket of documents', connection: 'Document bucket' },
  'src/service/webhooks/exchange.ts': { bounds: [], row: 'Webhooks', connection: 'Webhook' },
  // The lookup of a connection, which the bound of the connection ends.
  'src/service/webhooks/address.ts': { bounds: [], row: 'Webhooks', connection: 'Webhook' },
  'src/client/transport/connections.ts': {
    bounds: [/connectTimeoutMs/],
    row: 'An API elsewhere',
    connection: 'Brokerage API',
  },
  'src/mcp/sign-in/issuer.ts': {
    bounds: [/\btimeout: timeoutSeconds\b/],
    row: 'OpenID issuer',
    connection: 'Sign-in issuer',
  },
  'src/mcp/sign-in/access-token.ts': { bounds: [], row: 'OpenID issuer', connection: 'Sign-in issuer' },
  'src/telemetry/collector.ts': {
    bounds: [/closeMaxMs/],
    row: 'Collector of traces and metrics',
    connection: 'Telemetry collector',
  },
};

/** Packages that connect, and what of them does; a name that is not listed does not connect. */
const connecting: Readonly<Record<string, RegExp>> = {
  pg: /\b(Client|Pool)\b/,
  undici: /./,
  'nodemailer/lib/smtp-connection': /./,
  nodemailer: /./,
  '@aws-sdk/client-s3': /./,
  'openid-client': /./,
  jose: /createRemoteJWKSet/,
  '@opentelemetry/exporter-trace-otlp-http': /./,
  '@opentelemetry/exporter-metrics-otlp-http': /./,
  'node:http': /\b(request|get|Agent)\b/,
  'node:https': /./,
  'node:http2': /\bconnect\b/,
  'node:net': /\b(connect|createConnection|Socket)\b/,
  'node:tls': /./,
  'node:dns': /./,
  'node:dns/promises': /./,
  'node:dgram': /./,
};

const sources = readSourceFiles('src/**/*.ts', 'tools/**/*.ts', 'prompts/**/*.ts');

/** The text between the bracket that ends at `from` and the one that closes it; undefined where a body follows. */
function readArguments(text: string, from: number): string | undefined {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
  }
  return /^\s*(?::[^;{]*)?\{/.test(text.slice(end)) ? undefined : text.slice(from, end - 1);
}

const listConnectingImports = (text: string): string[] =>
  [...text.matchAll(/import (?!type\b)([^;]*?) from '([^']+)'/g)].flatMap(([, names = '', source = '']) => {
    const values = names.replaceAll(/\btype \w+( as \w+)?/g, '');
    return connecting[source]?.test(values) ? [source] : [];
  });

test('every call that opens a connection says how long it waits', () => {
  const calls = sources.flatMap(({ file, text }) =>
    outgoing.flatMap(({ name, pattern, bounds }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const argumentText = readArguments(text, match.index + match[0].length);
        if (argumentText === undefined) return [];
        return [
          { call: `${file}: ${name}(${argumentText})`, isBounded: bounds.every((bound) => bound.test(argumentText)) },
        ];
      }),
    ),
  );

  expect(calls.filter(({ isBounded }) => !isBounded).map(({ call }) => call)).toEqual([]);
  for (const { name } of outgoing) expect(calls.some(({ call }) => call.includes(`: ${name}(`))).toBe(true);
});

test('only the listed files reach other systems, and each of them has its bounds', () => {
  const reachingFiles = sources.filter(({ text }) => listConnectingImports(text).length > 0);
  const unbounded = reachingFiles.flatMap(({ file, text }) =>
    (reaching[file]?.bounds ?? []).filter((bound) => !bound.test(text)).map((bound) => `${file} lacks ${bound}`),
  );

  expect(reachingFiles.map(({ file }) => file).toSorted()).toEqual(Object.keys(reaching).toSorted());
  expect(unbounded).toEqual([]);
});

test('the documentation says of each of them how long is waited, and what is sent there', () => {
  const documentation = pages.map(({ text }) => text).join('\n');
  const security = getPage('security.md').text;

  for (const { row, connection } of Object.values(reaching)) {
    expect(documentation).toContain(`| ${row}`);
    expect(security).toMatch(new RegExp(`^\\| (?:\\w+ )?${connection}`, 'mi'));
  }
});

/** Calls of the MCP client, whose own limit of a minute would end a call on a slow machine. */
const clientCalls = /\bclient\.(?:connect|callTool|listTools)\(/g;

test.each(readSourceFiles('src/**/*.ts', 'demo/**/*.ts').filter(({ text }) => text.match(clientCalls)))(
  'in $file a call of the MCP client says how long it may take',
  ({ text }) => {
    const calls = [...text.matchAll(clientCalls)].map(({ 0: call, index }) => readArguments(text, index + call.length));

    expect(calls.filter((call) => !/\btimeout: patienceMs\b/.test(call ?? ''))).toEqual([]);
  },
);
