import { requireScopes } from '@modelcontextprotocol/server';
import { planCardUri } from '../cards/plan-card.ts';
import { findViewUri } from '../cards/views.ts';
import type { AdvertisedSchema } from '../tool/json-schema.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { type Selection, isPlanTool } from './selection.ts';
import { toStandardSchema } from './standard-schema.ts';

/** A tool as clients read it in the list, and as a server registers it. */
export interface OfferedTool {
  readonly tool: ListedTool;
  readonly definition: ReturnType<typeof toDefinition>;
  readonly config: ReturnType<typeof toConfig>;
}

interface OfferOptions extends Selection {
  /** Scope that a token needs to call a tool that changes something; undefined if people don't sign in. */
  readonly writeScope?: string | undefined;
}

export function offerTool(tool: ListedTool, clean: (text: string) => string, options: OfferOptions): OfferedTool {
  const definition = toDefinition(tool, clean, findCard(tool, options));
  return { tool, definition, config: toConfig(tool, definition, options.writeScope) };
}

/** Finds what a host with MCP Apps shows beside the text of an answer. */
const findCard = (tool: ListedTool, selection: Selection): string | undefined =>
  isPlanTool(tool, selection) ? planCardUri : findViewUri(tool.name);

function toDefinition(
  { name, title, description, hints, isWrite, inputSchema, outputSchema }: ListedTool,
  clean: (text: string) => string,
  card: string | undefined,
) {
  return {
    name,
    title,
    description: clean(description),
    inputSchema: { type: 'object' as const, ...inputSchema },
    annotations: {
      title,
      readOnlyHint: !isWrite,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    ...(card !== undefined && { _meta: { ui: { resourceUri: card } } }),
    outputSchema,
  };
}

function toConfig(
  { isWrite }: ListedTool,
  { title, description, annotations, inputSchema, outputSchema }: OfferedTool['definition'],
  writeScope: string | undefined,
) {
  return {
    title,
    description,
    annotations,
    inputSchema: openSchema(inputSchema),
    outputSchema: openSchema(outputSchema),
    ...(isWrite && writeScope !== undefined && { scopeChallenge: requireScopes(writeScope) }),
  };
}

/** Builds a schema that lets every value through: the gate checks arguments and results itself, so that errors have this product's own shape. */
const openSchema = (json: AdvertisedSchema) =>
  toStandardSchema(
    () => json,
    (value) => ({ value }),
  );
