import type { Gate } from '../../contract/kit/gate.ts';

export const strictness: Readonly<Record<Gate, number>> = { none: 0, audit: 1, confirm: 2, approve: 3, off: 4 };

export const chooseStricter = <Left extends Gate, Right extends Gate>(first: Left, second: Right): Left | Right =>
  strictness[first] >= strictness[second] ? first : second;
