import { gateNames } from './gate-names.ts';
import type { Prompt } from '../../src/mcp/prompt/prompt.ts';
import { type Toolset, toolsets } from '../../src/mcp/policy/toolsets.ts';
import { toTemplate, toUri } from '../../src/mcp/resources/address.ts';
import { pages } from '../../src/mcp/resources/pages.ts';
import { recordAddresses } from '../../src/mcp/resources/records.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import type { AdvertisedSchema } from '../../src/mcp/tool/json-schema.ts';
import type { Tool } from '../../src/mcp/tool/tool.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { formatTable } from './markdown.ts';

interface ToolsetText {
  readonly title: string;
  /** The jobs that it is for. */
  readonly text: string;
}

const toolsetTexts: Readonly<Record<Toolset, ToolsetText>> = {
  desk: {
    title: 'Desk',
    text: 'Find and show records; quotes, shipments, stops, carriers on loads, customers, documents.',
  },
  billing: { title: 'Billing', text: 'Aging, invoices, customer payments, credit, collections.' },
  payables: { title: 'Payables', text: 'Bills, payments to carriers and vendors, remittance advice.' },
  catalogue: { title: 'Catalogue', text: 'Search, read and write through any operation of the API.' },
  insight: { title: 'Insight', text: 'Figures by any breakdown, morning briefs, lanes, carriers for a load.' },
  control: { title: 'Control', text: 'Run what was approved, list approvals, read the audit log, undo.' },
};

/** More operations than a reader looks through. */
const listedOperationsMax = 30;

interface ReferenceParts {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  /** Toolsets that an assistant has without any setting. */
  readonly defaultToolsets: readonly Toolset[];
}

/** The reference of tools, prompts and resources as a page of Markdown. */
export function buildToolsPage({ tools, prompts, defaultToolsets }: ReferenceParts): string {
  return [
    '# Tools',
    '',
    'Look up any tool here: what it does, what you can pass to it, who has to agree before it changes something, and which API',
    'operations it may call. `npm run list-tools` writes this page from the tools themselves.',
    ...describeToolsets(tools, defaultToolsets),
    ...describeGates(),
    ...toolsets.flatMap((toolset) => [
      '',
      `## ${toolsetTexts[toolset].title}`,
      '',
      toolsetTexts[toolset].text,
      ...tools.filter((tool) => tool.toolset === toolset).flatMap(formatTool),
    ]),
    ...describePrompts(prompts),
    ...describeResources(),
    '',
  ].join('\n');
}

const describeToolsets = (tools: readonly Tool[], defaultToolsets: readonly Toolset[]): readonly string[] => [
  '',
  '## Toolsets',
  '',
  'Every tool on offer takes room in the model’s context, so an assistant starts with the tools that most people need. Set',
  '`WAYBILL_TOOLSETS` to change that: `default,payables` if you pay carriers, `default,billing` if you bill customers, `all` for',
  'everything. With sign-in, people get the tools of their roles ([sign-in.md](../sign-in.md#roles)). `waybill call` has every tool.',
  '',
  ...formatTable(
    ['toolset', 'tools', 'what they are for', 'on by default'],
    toolsets.map((toolset) => [
      `\`${toolset}\``,
      String(tools.filter((tool) => tool.toolset === toolset).length),
      toolsetTexts[toolset].text,
      defaultToolsets.includes(toolset) ? 'yes' : 'no',
    ]),
  ),
  '',
  'The default toolsets cost a model at most 6,000 tokens, all of them at most 8,500 (names, descriptions and input schemas, counted',
  'with o200k_base). Output schemas of all tools add at most 3,000.',
];

const describeGates = (): readonly string[] => [
  '',
  '## Gates',
  '',
  'A gate says who has to agree before a tool changes something. The gate below is the usual one: a plan can need a stricter one,',
  'such as several bills instead of one, and a [policy](policy.md) can make it stricter.',
  '',
  ...formatTable(
    ['gate', 'who agrees'],
    Object.entries(gateNames).map(([gate, text]) => [`\`${gate}\``, text]),
  ),
];

const describePrompts = (prompts: readonly Prompt[]): readonly string[] => [
  '',
  '## Prompts',
  '',
  'Hosts offer these tasks by name, often as slash commands. Each tells the model which tools to use, in which order, what to show,',
  'and where to wait for you. Every argument can be left out unless it is marked as required. A prompt is there when all its tools are.',
  '',
  ...formatTable(['prompt', 'arguments', 'what it does'], prompts.map(toPromptRow)),
];

const describeResources = (): readonly string[] => [
  '',
  '## Resources',
  '',
  'Hosts can put these beside a conversation. They are Markdown; `{id}` is a number such as SHP-1042, or a uuid, and completes while',
  'you type. A resource is there when its tool is.',
  '',
  ...formatTable(
    ['address', 'what it shows'],
    [
      ...pages.map(({ name, description }) => [`\`${toUri(name)}\``, description]),
      ...recordAddresses.map((address) => [`\`${toTemplate(address)}\``, address.description]),
    ],
  ),
];

function formatTool(tool: Tool): readonly string[] {
  const { name, title, description, gate, operations } = tool;
  const rows = listArguments(listTool(tool).inputSchema);
  return [
    '',
    `### \`${name}\``,
    '',
    `**${title}.** ${getFirstLine(description)}`,
    '',
    `Gate: \`${gate}\`${tool.takesAnyGate ? ', or the gate of the operation it is asked for' : ''}. ${formatOperations(operations)}`,
    ...(rows.length === 0
      ? ['', 'It takes no arguments.']
      : ['', ...formatTable(['argument', 'type', 'required', 'note'], rows)]),
  ];
}

function formatOperations(operations: readonly string[]): string {
  if (operations.length === 0) return 'It calls no API operation.';
  const names = [...operations].sort();
  if (names.length > listedOperationsMax)
    return `API operations: ${names.length}; \`waybill tools --json\` lists them.`;
  return `API operations: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

/** The first line of a description, which says what the tool does. */
const getFirstLine = (text: string): string => text.split('\n')[0] ?? text;

/** Arguments as rows, with the members of an object below it. */
function listArguments(schema: AdvertisedSchema, prefix = ''): readonly (readonly string[])[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(toRecord(schema['properties'])).flatMap(([name, property]) => {
    const member = toRecord(property);
    const isList = member['type'] === 'array';
    const inner = isList ? toRecord(member['items']) : member;
    const path = `${prefix}${name}`;
    const note = [member['description'], isList ? inner['description'] : undefined].filter(
      (text) => typeof text === 'string',
    );
    return [
      [`\`${path}\``, formatType(member), required.includes(name) ? 'yes' : '', note.join('; ')],
      ...listArguments(inner, `${path}${isList ? '[]' : ''}.`),
    ];
  });
}

function formatType(schema: AdvertisedSchema): string {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives))
    return [...new Set(alternatives.map((alternative) => formatType(toRecord(alternative))))].join(' or ');
  const { type } = schema;
  if (type === 'array') return `list of ${formatType(toRecord(schema['items']))}`;
  return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any value';
}

const toRecord = (value: unknown): AdvertisedSchema => (isPlainRecord(value) ? value : {});

function toPromptRow({ name, args, description }: Prompt): readonly string[] {
  const names = Object.entries(args.shape).map(
    ([argument, schema]) => `\`${argument}\`${schema.safeParse(undefined).success ? '' : ' (required)'}`,
  );
  return [`\`${name}\``, names.join(', '), description];
}
