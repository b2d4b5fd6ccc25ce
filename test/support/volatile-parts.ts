/** Replaces the parts of a text that differ from run to run: uuids, approval ids, signed addresses. */
export const replaceVolatileParts = (text: string): string =>
  text
    .replaceAll(/APR-[A-Z0-9]+/g, 'APR-1')
    .replaceAll(/http:\/\/[^\s"]+/g, 'http://address')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid');
