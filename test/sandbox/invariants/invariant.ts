/** What holds in every brokerage. The query lists what breaks the promise; `:now` is the world's. */
export interface Invariant {
  readonly promise: string;
  readonly broken: string;
}
