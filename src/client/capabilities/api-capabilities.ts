import { isFresh, isFuture } from '../../domain/kit/instants.ts';

/** Verdict on something that an API can have or lack. */
export type CapabilityVerdict = 'proven' | 'disproved' | 'unknown';

/**
 * Name of something that an API can have or lack: an operation of the contract, a filter field of a list, pages of more
 * than 100 records, lists in the requested order, or a header.
 */
export type CapabilityName =
  | `operation ${string}.${string}`
  | `filter ${string}.${string}`
  | `sort ${string}.${string}`
  | 'page size'
  | 'Idempotency-Key'
  | 'Date'
  | 'X-Time-Zone'
  | 'X-If-Unchanged';

/** A verdict with the response that shows it. */
export interface CapabilityEvidence {
  readonly name: string;
  readonly verdict: CapabilityVerdict;
  readonly evidence: string;
  /** Null for what the policy declares. */
  readonly learnedAt: string | null;
}

/** A verdict as it is stored, with the response that shows it. */
export interface LearnedCapability extends CapabilityEvidence {
  readonly name: string;
  readonly verdict: CapabilityVerdict;
  /** The response that shows it, in words. */
  readonly evidence: string;
  readonly learnedAt: string;
}

/** Storage of what was learned of one API. */
export interface CapabilityStorage {
  list(): Promise<readonly LearnedCapability[]>;
  /** Replaces the earlier verdict of that name. */
  keep(capability: LearnedCapability): Promise<void>;
}

export interface CapabilityKnowledge {
  readonly verdict: CapabilityVerdict;
  /** True if nothing was learned yet, or so long ago that it has to be proved again. */
  readonly isDue: boolean;
}

/** Registry of what one API has and lacks, learned from its responses and shared by the processes of a desk. */
export interface ApiCapabilities {
  /** True for our own service, which lacks nothing. */
  readonly isComplete: boolean;
  /** Returns the verdict as the storage holds it now. */
  find(name: CapabilityName): Promise<CapabilityKnowledge>;
  /** Returns true where the API was shown to lack this within the last day. It may be a few seconds behind other processes. */
  isMissing(name: CapabilityName): Promise<boolean>;
  /** Keeps a verdict; one that says nothing new is written once a day. */
  learn(name: CapabilityName, verdict: CapabilityVerdict, evidence: string): Promise<void>;
  /** Lists all verdicts, sorted by name; none for our own service, which lacks nothing. */
  list(): Promise<readonly CapabilityEvidence[]>;
}

/** An API may change: what was learned is proved again after a day. */
const learnedForMs = 24 * 60 * 60_000;
/** Other processes learn too; a verdict that they wrote is seen after this time. */
const readAgainAfterMs = 5_000;

type DeclaredVerdicts = Readonly<Record<string, CapabilityVerdict>>;

interface CapabilityOptions {
  readonly storage?: CapabilityStorage | undefined;
  /** Verdicts that are not learned, such as those that the policy declares. */
  readonly declared?: DeclaredVerdicts | undefined;
  readonly now?: (() => string) | undefined;
}

/** Creates the registry of one API. Without a storage it lasts as long as the process. */
export function createCapabilities({
  storage = createMemoryStorage(),
  declared = {},
  now = () => new Date().toISOString(),
}: CapabilityOptions = {}): ApiCapabilities {
  let learnedByName: ReadonlyMap<string, LearnedCapability> = new Map();
  let readAt = -Infinity;
  const findDeclared = (name: string): CapabilityVerdict | undefined => declared[name];

  async function load(maxAgeMs: number): Promise<void> {
    if (performance.now() - readAt < maxAgeMs) return;
    const begunAt = performance.now();
    const rows = await storage.list();
    learnedByName = new Map(rows.map((row) => [row.name, row]));
    readAt = begunAt;
  }

  function judge(name: CapabilityName): CapabilityKnowledge {
    const declaredVerdict = findDeclared(name);
    if (declaredVerdict !== undefined) return { verdict: declaredVerdict, isDue: false };
    const row = learnedByName.get(name);
    if (row === undefined) return { verdict: 'unknown', isDue: true };
    // A proof from the future proves nothing; that something is missing stays the careful answer.
    const isTrusted = row.verdict !== 'proven' || !isFuture(row.learnedAt, now());
    return { verdict: isTrusted ? row.verdict : 'unknown', isDue: !isFresh(row.learnedAt, now(), learnedForMs) };
  }

  return {
    isComplete: false,
    async find(name) {
      await load(0);
      return judge(name);
    },
    async isMissing(name) {
      await load(readAgainAfterMs);
      const { verdict, isDue } = judge(name);
      return verdict === 'disproved' && !isDue;
    },
    async learn(name, verdict, evidence) {
      if (findDeclared(name) !== undefined) return;
      await load(readAgainAfterMs);
      const knowledge = judge(name);
      if (knowledge.verdict === verdict && !knowledge.isDue) return;
      const learned = { name, verdict, evidence, learnedAt: now() };
      learnedByName = new Map([...learnedByName, [name, learned]]);
      await storage.keep(learned);
    },
    async list() {
      await load(0);
      const learned = [...learnedByName.values()].filter(({ name }) => findDeclared(name) === undefined);
      return [...listDeclared(declared), ...learned].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

const listDeclared = (declared: DeclaredVerdicts) =>
  Object.entries(declared).map(([name, verdict]) => ({
    name,
    verdict,
    evidence: 'your policy says so',
    learnedAt: null,
  }));

function createMemoryStorage(): CapabilityStorage {
  const rows = new Map<string, LearnedCapability>();
  return {
    list: async () => [...rows.values()],
    keep: async (row) => void rows.set(row.name, row),
  };
}

/** Capabilities of our own service, which lacks nothing. */
export const completeCapabilities: ApiCapabilities = {
  isComplete: true,
  find: async () => ({ verdict: 'proven', isDue: false }),
  isMissing: async () => false,
  learn: async () => {},
  list: async () => [],
};

/** Creates the registry of an API whose Idempotency-Keys have this verdict, as a policy may declare it. */
export const createCapabilitiesWithKeys = (verdict: CapabilityVerdict): ApiCapabilities =>
  createCapabilities({ declared: { 'Idempotency-Key': verdict } });

/** Returns the registry in a form for reads, which a storage that fails must not end. */
export const toTolerant = (capabilities: ApiCapabilities, onError: (error: unknown) => void): ApiCapabilities => ({
  ...capabilities,
  isMissing: (name) =>
    capabilities.isMissing(name).catch((error: unknown) => {
      onError(error);
      return false;
    }),
  learn: (...lesson) => capabilities.learn(...lesson).catch(onError),
});
