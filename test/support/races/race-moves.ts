import type { RaceMove, Race } from './race.ts';
import type { TestService } from '../service/service.ts';

export const post = (target: string, body?: object): RaceMove => ({ method: 'POST', target, ...(body && { body }) });
export const remove = (target: string): RaceMove => ({ method: 'DELETE', target });
export const patch = (target: string, body: object): RaceMove => ({ method: 'PATCH', target, body });

/** Defines a race over the records that a function makes. */
export function defineRace<RaceRecords>(
  title: string,
  prepare: (home: TestService) => Promise<RaceRecords>,
  moves: (prepared: RaceRecords) => readonly [RaceMove, RaceMove],
): Race {
  return { title, prepare: async (home) => moves(await prepare(home)) };
}
