const digits = Buffer.from('0123456789abcdef');

interface Field {
  readonly place: number;
  readonly length: number;
  readonly base: 10 | 16;
}

/**
 * Writes a number into its field of a text. A text that is put together from pieces keeps all of the pieces, and
 * millions of ids and instants wait for their day.
 */
export function writeDigits(text: Buffer, { place, length, base }: Field, value: number): void {
  let rest = value;
  for (let at = place + length - 1; at >= place; at -= 1) {
    text[at] = digits[rest % base] ?? 0;
    rest = Math.floor(rest / base);
  }
}
