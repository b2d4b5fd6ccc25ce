import type { Move, Race } from './race.ts';
import type { TestService } from '../service/service.ts';

export const post = (target: string, body?: object): Move => ({ method: 'POST', target, ...(body && { body }) });
export const remove = (target: string): Move => ({ method: 'DELETE', target });
export const patch = (target: string, body: object): Move => ({ method: 'PATCH', target, body });

/** A race over what a function makes. */
export function race<Given>(
  title: string,
  given: (home: TestService) => Promise<Given>,
  moves: (given: Given) => readonly [Move, Move],
): Race {
  return { title, prepare: async (home) => moves(await given(home)) };
}
