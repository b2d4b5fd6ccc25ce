import {
  checkPart,
  type PartReadiness,
  readyPart,
  type ReadinessParts,
  type ReadinessQuestion,
} from '../../domain/kit/readiness.ts';
import type { WhenNeeded } from './stores/when-needed.ts';

interface ReadinessSources {
  readonly memory: { requireReady(): Promise<void> };
  /** Makes one small request. */
  readonly askApi: () => Promise<unknown>;
  readonly copy: WhenNeeded<{ listIncomplete(): Promise<readonly string[]>; fill(): void }>;
}

/** Milliseconds for which one answer of the API counts: a monitor may ask every second, and the API has a limit. */
const apiAnswerMs = 10_000;
/** Whatever watches a process waits a few seconds for its answer. */
const apiPatienceMs = 2000;

/** Creates what says how far the parts of a desk are. */
export function createDeskReadiness({ memory, askApi, copy }: ReadinessSources) {
  const checkApi = rememberCheck(askApi);

  async function readCopy({ fillsCopy }: ReadinessQuestion): Promise<PartReadiness> {
    const opened = await copy.get();
    const incomplete = await opened.listIncomplete();
    if (incomplete.length === 0) return readyPart;
    if (fillsCopy) opened.fill();
    return { status: 'filling', reason: `Not all is copied yet of ${incomplete.join(', ')}.` };
  }

  return async (question: ReadinessQuestion): Promise<ReadinessParts> => {
    const [store, api, copyPart] = await Promise.all([
      checkPart(() => memory.requireReady()),
      checkApi(),
      readCopy(question).catch((error: unknown) => checkPart(() => Promise.reject(error))),
    ]);
    return { store, api, copy: copyPart };
  };
}

/** Checks at most once in a while; one that takes long goes on behind the answer. */
function rememberCheck(check: () => Promise<unknown>): () => Promise<PartReadiness> {
  let running: Promise<PartReadiness> | undefined;
  let latest: { readonly part: PartReadiness; readonly at: number } | undefined;
  return async () => {
    if (latest !== undefined && Date.now() - latest.at < apiAnswerMs) return latest.part;
    running ??= checkPart(check).then((part) => {
      latest = { part, at: Date.now() };
      running = undefined;
      return part;
    });
    const timer = Promise.withResolvers<undefined>();
    const timeout = setTimeout(() => timer.resolve(undefined), apiPatienceMs);
    const part = await Promise.race([running, timer.promise]);
    clearTimeout(timeout);
    return part ?? { status: 'unavailable', reason: 'The API has not answered yet.' };
  };
}

const ranks: readonly PartReadiness['status'][] = ['ready', 'degraded', 'filling', 'unavailable'];

/** Puts the parts of several desks together: of each part the worst, with the organization it belongs to. */
export function joinReadiness(desks: ReadonlyMap<string, ReadinessParts>): ReadinessParts {
  const joined: Record<string, PartReadiness> = {};
  for (const [organization, parts] of desks)
    for (const [name, part] of Object.entries(parts)) {
      const earlierPart = joined[name];
      if (earlierPart !== undefined && ranks.indexOf(earlierPart.status) >= ranks.indexOf(part.status)) continue;
      const prefix = organization === '' ? '' : `${organization}: `;
      joined[name] = { ...part, ...(part.reason !== undefined && { reason: `${prefix}${part.reason}` }) };
    }
  return joined;
}
