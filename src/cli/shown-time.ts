import { formatDateTime } from '../domain/places/local-time.ts';
import { chooseDeskZone } from '../mcp/run/desk-zone.ts';
import type { Config } from './config.ts';

/** Formats an instant for a person at a terminal, in the zone of the settings or else of this machine. */
export const formatShownTime = (instant: string, { timeZone }: Pick<Config, 'timeZone'>): string =>
  formatDateTime(instant, chooseDeskZone(timeZone, undefined));
