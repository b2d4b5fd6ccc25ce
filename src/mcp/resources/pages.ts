import { type ResourcePage, toUri } from './address.ts';

const hourMs = 3_600_000;
const fiveMinutesMs = 300_000;

const catalogs = {
  equipment: ['Equipment', 'Kinds of equipment with their groups, as the brokerage names them.'],
  charge_codes: ['Charge codes', 'Codes of charges to customers and of costs, with their names.'],
  special_requirements: ['Special requirements', 'What a stop or a load can ask for beyond the usual.'],
  lost_reasons: ['Reasons for losing a quote', 'What a quote can be closed with.'],
  document_types: ['Document types', 'What a paper can be filed as.'],
} as const;

/** Pages with an address of their own, in the order of the list. */
export const pages: readonly ResourcePage[] = [
  {
    name: 'glossary',
    title: 'Glossary',
    description: 'Words of the trade and of Waybill, each in a line.',
    source: { page: 'reference/glossary.md' },
    ttlMs: hourMs,
  },
  {
    name: 'policy',
    title: 'The policy in force',
    description: 'Every limit and rule that writes are held to, and whether a person has stopped them.',
    source: { desk: 'policy' },
    isOfDesk: true,
    ttlMs: 0,
  },
  {
    name: 'api',
    title: 'What this API can do',
    description: 'What the brokerage API has and lacks, with evidence and age, and what works without it.',
    source: { desk: 'api' },
    ttlMs: fiveMinutesMs,
  },
  {
    name: 'approvals',
    title: 'Approvals',
    description: "Your plans that need a person's approval or were decided, newest first.",
    source: { tool: 'list_approvals', input: {} },
    isOfDesk: true,
    ttlMs: 0,
  },
  {
    name: 'metrics',
    title: 'Measures and dimensions',
    description: 'Figures that analyze computes, each with its definition, and those that the API has no data for.',
    source: { page: 'reference/metrics.md' },
    needs: 'analyze',
    ttlMs: hourMs,
  },
  ...Object.entries(catalogs).map(([catalog, [title, description]]) => ({
    name: `reference/${catalog}`,
    title,
    description,
    source: { tool: 'reference_data', input: { catalog } },
    ttlMs: fiveMinutesMs,
  })),
];

export const findPage = (uri: string): ResourcePage | undefined => pages.find(({ name }) => toUri(name) === uri);
