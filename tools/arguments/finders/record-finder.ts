import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { hasText, isSameText } from '../../../src/domain/text/folding.ts';
import { isReference, extractReferenceNumber } from '../../../src/domain/identifiers/references.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { splitInHalves, isCloseReference, findByMistypedName } from './closest.ts';
import type { Finder, FindableRecord } from './finder.ts';

/** Largest number of candidates, more than a person would read; the message then says how many there are. */
export const candidatesMax = 50;

interface FinderCondition {
  readonly friendlyId?: { readonly in: readonly string[] };
  readonly name?: { readonly includes: string };
  readonly fileName?: { readonly includes: string };
  readonly reference?: { readonly includes: string };
}

/** The operations of a resource that its records are found by. */
interface RecordReader<Found> {
  readonly get: (request: { readonly id: string; readonly by: 'id' | 'key' }) => Promise<Found>;
  readonly filter: (request: {
    readonly filter?: (FinderCondition & { readonly or?: readonly FinderCondition[] }) | undefined;
    readonly pageSize?: number | undefined;
    readonly cursor?: string | null | undefined;
  }) => Promise<{ readonly data: readonly Found[] }>;
}

/** Declaration of what a kind of record has of its own: reading by id, client key and number is the same for all. */
interface FinderDeclaration<Found extends FindableRecord>
  extends
    Pick<Finder<Found>, 'noun' | 'looksAt' | 'friendly' | 'describe'>,
    Partial<Pick<Finder<Found>, 'search' | 'close' | 'isNamed' | 'explainMissing'>> {
  readonly reader: (api: ToolContext['api']) => RecordReader<Found>;
}

/** Creates the finder of a kind of record. */
export const createFinder = <Found extends FindableRecord>({
  reader,
  ...declared
}: FinderDeclaration<Found>): Finder<Found> => ({
  get: (ctx, id, by) => reader(ctx.api).get({ id, by }),
  async byNumbers(ctx, numbers) {
    const { rows } = await scan(ctx, reader(ctx.api).filter, {
      filter: { friendlyId: { in: numbers } },
      local: { friendlyId: ({ friendlyId }) => friendlyId !== undefined && numbers.includes(friendlyId) },
    });
    return rows;
  },
  ...declared,
});

interface Referenced extends FindableRecord {
  readonly reference: string | null;
}

/** Creates the finder of records that others know by a reference of their own, which may hold a mistake. */
export const createReferenceFinder = <Found extends Referenced>(
  declaration: Omit<FinderDeclaration<Found>, 'search' | 'close'>,
): Finder<Found> =>
  createFinder({
    ...declaration,
    async search(ctx, text) {
      const filter = { reference: { includes: extractReferenceNumber(text) } };
      const { rows } = await scan(ctx, declaration.reader(ctx.api).filter, { filter, rowsMax: candidatesMax });
      return rows.filter(({ reference }) => isReference(reference, text));
    },
    async close(ctx, text) {
      // Either half of a number that may be mistyped in the other.
      const or = splitInHalves(text).map((half) => ({ reference: { includes: half } }));
      if (or.length === 0) return [];
      const { rows } = await scan(ctx, declaration.reader(ctx.api).filter, { filter: { or }, rowsMax: candidatesMax });
      return rows.filter(({ reference }) => isCloseReference(reference, text));
    },
  });

interface PartyCandidate extends FindableRecord {
  readonly name: string;
  readonly dbaName?: string | null;
}

interface PartyDeclaration<Found extends PartyCandidate> extends FinderDeclaration<Found> {
  /** Searches records whose names are like these words. */
  readonly searchNames: (api: ToolContext['api'], query: string) => Promise<readonly Found[]>;
}

/** Creates the finder of parties, which people call by their names. */
export const createPartyFinder = <Found extends PartyCandidate>({
  searchNames,
  ...declaration
}: PartyDeclaration<Found>): Finder<Found> =>
  createFinder({
    async search(ctx, text) {
      const { rows } = await scan(ctx, declaration.reader(ctx.api).filter, {
        filter: { name: { includes: text } },
        local: { name: ({ name }) => hasText(name, text) },
        rowsMax: candidatesMax,
      });
      return rows;
    },
    close: (ctx, text) => findByMistypedName(text, (query) => searchNames(ctx.api, query)),
    isNamed: ({ name, dbaName }, text) => [name, dbaName].some((partyName) => isSameText(partyName ?? '', text)),
    ...declaration,
  });
