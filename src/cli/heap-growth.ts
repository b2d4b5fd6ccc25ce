import { setFlagsFromString } from 'node:v8';

/** Growth of a heap over what is in use, in percent, before what is unused is looked for. */
const growthPercent = 50;

/**
 * Keeps the heaps of this process near what they use. Where the machine has much memory, V8 lets a heap grow to four times
 * that: under load a server would hold several hundred megabytes of nothing, for a few percent of the processor.
 */
export const limitHeapGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
