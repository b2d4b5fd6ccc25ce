/** The setting that tells a process at which instant its clock stands. */
export const clockVariable = 'PICTURES_NOW';

/** A Friday morning at the desk: 9:00 AM in Chicago. */
export const morning = '2026-11-20T15:00:00.000Z';

export const timeZone = 'America/Chicago';

/** The user of the machine on which the assistant works. */
export const userName = 'dana';
