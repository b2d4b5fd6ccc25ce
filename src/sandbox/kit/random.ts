/** A stream of numbers that is the same for the same seed, on every machine. */
export interface Random {
  /** At least 0, below 1. */
  unit(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  bytes(count: number): Uint8Array;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** An item by its share: `cumulative` holds the running sums of the weights. */
  pickBy<Item>(items: readonly Item[], cumulative: readonly number[]): Item;
  normal(mean: number, deviation: number): number;
  /** A stream of its own for one part of the world, so that parts do not shift each other. */
  fork(label: string): Random;
}

/** A stream named by its seed. */
export const randomOf = (seed: string): Random => randomFrom(wordsOf(seed, starts));

/** Small Fast Counter, 32 bits: four words of state, from the name of the stream. */
function randomFrom(words: Words): Random {
  let [a, b, c, d] = words;
  let isWarm = false;
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  // The first outputs still show the name; many streams are there for their forks only.
  const warm = () => {
    isWarm = true;
    for (let round = 0; round < 12; round += 1) next();
  };
  const bits = (): number => {
    if (!isWarm) warm();
    return next();
  };
  const unit = () => bits() / 4_294_967_296;
  return {
    unit,
    int: (from, to) => from + Math.floor(unit() * (to - from + 1)),
    bytes: (count) => new Uint8Array(count).map(bits),
    chance: (probability) => unit() < probability,
    pick: (items) => itemAt(items, Math.floor(unit() * items.length)),
    pickBy: (items, cumulative) => itemAt(items, firstAbove(cumulative, unit() * (cumulative.at(-1) ?? 0))),
    normal: (mean, deviation) => mean + deviation * bell(unit),
    fork: (label) => randomFrom(wordsOf(`/${label}`, words)),
  };
}

/** For `pickBy`. */
export function runningSums(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

/** The sum of twelve uniform numbers less six: close enough to normal, and never beyond six deviations. */
function bell(unit: () => number): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += unit();
  return sum;
}

function firstAbove(cumulative: readonly number[], target: number): number {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

type Words = readonly [number, number, number, number];
const starts: Words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 1];

/** Words from text by FNV-1a, each from another start; what a name is continued with continues its words. */
function wordsOf(text: string, from: Words): Words {
  let [a, b, c, d] = from;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x01000193);
    c = Math.imul(c ^ unit, 0x01000193);
    d = Math.imul(d ^ unit, 0x01000193);
  }
  return [a, b, c, d];
}
