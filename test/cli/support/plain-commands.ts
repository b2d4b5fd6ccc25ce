/** A text in which printed commands read the same on every machine; that they work as they stand has a test of its own. */
export const plainCommands = (text: string): string =>
  text
    .replaceAll(/(?:npm run -s waybill --prefix \S+ --|[^\s(`]*node \S+waybill\.mjs) (?:--home \S+ )?/g, 'waybill ')
    .replaceAll(/ --database [^\s`]+`/g, '`');
