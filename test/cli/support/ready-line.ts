interface Starting extends AsyncDisposable {
  readonly firstLine: Promise<string>;
}

/** Waits for the line that a server prints when it is ready; a server that prints none is ended. */
export async function readReadyLine<ReadyLine, Server extends Starting>(
  server: Server,
): Promise<Server & { readonly ready: ReadyLine }> {
  try {
    // Its form is what the tests of the ready line check.
    const ready = JSON.parse(await server.firstLine) as ReadyLine;
    return { ...server, ready };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}
