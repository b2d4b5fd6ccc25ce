import { tools } from '../../../tools/index.ts';
import { freightRows } from './freight-rows.ts';
import { moneyRows } from './money-rows.ts';
import { partyRows } from './party-rows.ts';

/** Calls of each tool that can be gated; under the policy of this table a person has to confirm or approve them. */
export const rows = [...freightRows, ...partyRows, ...moneyRows];

/**
 * Writing tools without a row: the one that carries the yes, which every row uses, and the one that writes a file on
 * this machine and nothing at the brokerage.
 */
const withoutRow: readonly string[] = ['run_approved', 'save_document'];

const listedTools = new Set([...rows.map(({ tool }) => tool), ...withoutRow]);

/** Writing tools that are not in the table: none. */
export const forgottenTools = tools
  .filter(({ isWrite, name }) => isWrite && !listedTools.has(name))
  .map(({ name }) => name);

/**
 * Gates that ask a person before writes that usually need no approval; raw writes keep the gates of their operations.
 */
export const strictGates: Readonly<Record<string, 'confirm'>> = Object.fromEntries(
  tools
    .filter(({ isWrite, gate, name }) => isWrite && gate === 'audit' && name !== 'api_write')
    .map(({ name }) => [name, 'confirm']),
);
