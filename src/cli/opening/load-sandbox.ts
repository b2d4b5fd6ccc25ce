/** The generator is a good part of the program and is seldom needed: it is loaded with the first need for it. */
export const loadSandbox = async () => (await import('../../sandbox/control.ts')).sandboxControl;
