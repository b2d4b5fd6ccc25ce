/** One thing that a server needs. */
export interface PartReadiness {
  /**
   * `degraded`: what was there before goes on, and nothing new comes. `filling`: questions wait, or are answered from what is
   * there so far.
   */
  readonly status: 'ready' | 'degraded' | 'filling' | 'unavailable';
  /** Why it is not ready; a sentence. */
  readonly reason?: string;
}

export type PartName = 'store' | 'api' | 'issuer' | 'copy';

export type ReadinessParts = Readonly<Partial<Record<PartName, PartReadiness>>>;

export interface ReadinessQuestion {
  /** True to fill the copy, false to only check it. */
  readonly fillsCopy: boolean;
}

export const readyPart: PartReadiness = { status: 'ready' };

/** Checks one part: it is ready unless the check fails, with the sentence of its error. */
export async function checkPart(check: () => Promise<unknown>): Promise<PartReadiness> {
  try {
    await check();
    return readyPart;
  } catch (error) {
    return { status: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
  }
}
