/** The longest time that a timer can wait, for calls that a slow machine or a first copy must not end. */
export const patienceMs = 2 ** 31 - 1;
