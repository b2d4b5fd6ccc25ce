/**
 * Changes a text so that printed commands read the same on every machine; another test runs them as they are printed.
 */
export const simplifyCommands = (text: string): string =>
  text
    .replaceAll(/(?:npm run -s waybill --prefix \S+ --|[^\s(`]*node \S+waybill\.mjs) (?:--home \S+ )?/g, 'waybill ')
    .replaceAll(/ --database [^\s`]+`/g, '`');
