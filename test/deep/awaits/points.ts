/** Creates a bare error, like an unforeseen fault in code throws it. */
const createError = () => new Error('thrown at an await');

interface AwaitPlace {
  readonly place: string;
  readonly nth: number;
}

export interface AwaitPoints {
  /** Notes the places that are passed from now on. `isSent` tells whether a write has left. */
  begin(isSent: () => boolean, at?: AwaitPlace): void;
  end(): { readonly passed: readonly string[]; readonly sentAt: number };
  /** Work of the test itself, in which no place is passed. */
  pause<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Function that the code under test calls at each await, with the awaited value and its place. */
type AwaitPoint = (awaited: unknown, place: string) => unknown;

export function markPoints(): AwaitPoints {
  let passed: string[] = [];
  let sentAt = 0;
  let isOn = false;
  let isSent = () => false;
  let at: AwaitPlace | undefined;
  let nth = 0;
  const awaitPoint: AwaitPoint = (awaited, place) => {
    if (!isOn) return awaited;
    if (!isSent()) sentAt = passed.length + 1;
    passed.push(place);
    if (place !== at?.place) return awaited;
    nth += 1;
    return nth === at.nth ? failAfter(awaited) : awaited;
  };
  // Declared nowhere: only code that a test loads marked calls it.
  Object.assign(globalThis, { awaitPoint });
  return {
    begin(nextIsSent, nextAt) {
      [passed, sentAt, nth, isSent, at, isOn] = [[], 0, 0, nextIsSent, nextAt, true];
    },
    end() {
      isOn = false;
      return { passed, sentAt };
    },
    async pause(work) {
      isOn = false;
      try {
        return await work();
      } finally {
        isOn = true;
      }
    },
  };
}

async function failAfter(awaited: unknown): Promise<never> {
  await awaited;
  throw createError();
}
