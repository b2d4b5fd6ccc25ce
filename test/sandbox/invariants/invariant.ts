/** Promise that holds in every brokerage. The query lists the rows that break it; `:now` is the world's. */
export interface Invariant {
  readonly promise: string;
  readonly broken: string;
}
