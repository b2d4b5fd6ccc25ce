/** What is refused unless the policy names it among its exceptions: then a person approves it, with a reason. */
export const refusals = {
  carrier_do_not_use:
    'booking a carrier that fails a blocking rule: do not use, inactive, no authority or too little cover',
  carrier_not_on_board: 'booking a carrier that is PENDING',
  insurance_ends_early: 'booking a carrier whose insurance ends by the last delivery day',
  factored_to_other: 'paying what is factored to somebody else than the factor of record',
} as const;

export type Refusal = keyof typeof refusals;

const isRefusal = (name: string): name is Refusal => Object.hasOwn(refusals, name);
export const refusalNames = Object.keys(refusals).filter(isRefusal);

const opening = 'EXCEPTION that the policy allows';
export const exceptionText = (refusal: Refusal, sentence: string): string =>
  `${opening} (${refusal}); refused otherwise: ${sentence}`;

/** What would be refused otherwise is read before all else that speaks against a plan. */
export const exceptionsFirst = (findings: readonly string[]): readonly string[] =>
  findings.toSorted((one, other) => Number(other.startsWith(opening)) - Number(one.startsWith(opening)));
