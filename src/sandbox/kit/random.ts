/** Creates the random stream of a seed. */
export const createRandom = (seed: string): Random => new Random(hashWords(seed, starts));

/** A stream of numbers that is the same for the same name, on every machine: Small Fast Counter, 32 bits. */
export class Random {
  readonly #name: SeedWords;
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #isWarm = false;

  constructor(name: SeedWords) {
    this.#name = name;
    [this.#a, this.#b, this.#c, this.#d] = name;
  }

  /** Draws a number of at least 0 and below 1. */
  drawUnit(): number {
    return this.#bits() / 4_294_967_296;
  }

  /** Draws a whole number from `from` to `to`, both included. */
  drawInt(from: number, to: number): number {
    return from + Math.floor(this.drawUnit() * (to - from + 1));
  }

  /** Fills an array with random bytes. */
  writeBytes(bytes: Uint8Array): void {
    // Of each number the array keeps the low byte.
    for (let place = 0; place < bytes.length; place += 1) bytes[place] = this.#bits();
  }

  drawChance(probability: number): boolean {
    return this.drawUnit() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return getItem(items, Math.floor(this.drawUnit() * items.length));
  }

  /** Picks an item by its weight. `cumulative` holds the running sums of the weights. */
  pickBy<Item>(items: readonly Item[], cumulative: readonly number[]): Item {
    return getItem(items, findFirstAbove(cumulative, this.drawUnit() * (cumulative.at(-1) ?? 0)));
  }

  drawNormal(mean: number, deviation: number): number {
    return mean + deviation * this.#bell();
  }

  /** Forks a stream for one part of the brokerage, so that parts don't change each other's numbers. */
  fork(label: string): Random {
    return new Random(hashWords(`/${label}`, this.#name));
  }

  /**
   * Draws 32 bits. The first outputs still depend visibly on the name, so they are skipped at the first draw: many
   * streams are only forked.
   */
  #bits(): number {
    if (!this.#isWarm) {
      this.#isWarm = true;
      for (let round = 0; round < 12; round += 1) this.#next();
    }
    return this.#next();
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /**
   * Draws a number that is close to normally distributed: the sum of twelve uniform numbers less six, which is never
   * beyond six deviations.
   */
  #bell(): number {
    let sum = -6;
    for (let draw = 0; draw < 12; draw += 1) sum += this.drawUnit();
    return sum;
  }
}

/** Computes the running sums of weights, which `pickBy` takes. */
export function computeRunningSums(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

function findFirstAbove(cumulative: readonly number[], target: number): number {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

function getItem<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

type SeedWords = readonly [number, number, number, number];
const starts: SeedWords = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 1];

/**
 * Hashes text with FNV-1a to four words, each from its own start. A longer name continues the words of its beginning.
 */
function hashWords(text: string, from: SeedWords): SeedWords {
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
