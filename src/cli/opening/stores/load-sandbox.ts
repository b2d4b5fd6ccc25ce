/** Loads the generator when it is first needed: it is a large part of the program and seldom used. */
export const loadSandbox = async () => (await import('../../../sandbox/control.ts')).sandboxControl;
