/**
 * On a 503 or 504: the request was given up before anything was changed. Without it such an answer leaves open whether
 * a write was carried out, because a proxy says the same when it loses the answer on the way.
 */
export const nothingChangedHeader = 'x-nothing-changed';
