/** Queries are folded as the index was, which the migration that made it decides. */
export { isNameToken, toNameToken as nameToken, searchWords } from '../migrations/brokerage/0008-search/folding.ts';
