/** Writes values as lines of JSON; resolves when the reader wants more, and rejects when it has gone. */
export type WriteLines = (lines: readonly object[]) => Promise<void>;

/** Chunks that wait for a reader at most, so that a slow one doesn't fill the memory. */
const chunksMax = 2;

/** Creates a stream of lines of JSON; a failure of the work breaks it off, so that it is not taken for whole. */
export function createLineStream(work: (write: WriteLines) => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isGone = false;
  let wake = () => {};

  const waitForRoom = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (isGone) throw new Error('the reader of the stream has gone');
    if ((controller.desiredSize ?? 0) > 0) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    await waitForRoom(controller);
  };

  async function finish(controller: ReadableStreamDefaultController<Uint8Array>, write: WriteLines): Promise<void> {
    try {
      await work(write);
      // A reader that has gone has closed it.
      if (!isGone) controller.close();
    } catch (error) {
      if (!isGone) controller.error(error);
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write: WriteLines = async (lines) => {
          await waitForRoom(controller);
          if (lines.length > 0)
            controller.enqueue(encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
        };
        // Not awaited: nothing is read from a stream before it has started.
        void finish(controller, write);
      },
      pull: () => wake(),
      cancel() {
        isGone = true;
        wake();
      },
    },
    { highWaterMark: chunksMax },
  );
}
