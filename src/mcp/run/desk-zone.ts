import { isTimeZone } from '../../domain/places/time-zones.ts';

/** Chooses the zone of the tools' civil dates: the person's own, else the API's, else the machine's. */
export function chooseDeskZone(personZone: string | undefined, apiZone: string | undefined): string {
  return personZone ?? (apiZone !== undefined && isTimeZone(apiZone) ? apiZone : getMachineZone());
}

let machineZone: string | undefined;

/** Returns the zone of this machine, which costs a formatter to find out. It stays the same while the process runs. */
const getMachineZone = (): string => (machineZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
