/** Refusals that a policy may turn into exceptions, which a person approves with a reason. */
export const refusals = {
  carrier_do_not_use:
    'booking a carrier that fails a blocking rule: do not use, inactive, no authority or too little cover',
  carrier_not_on_board: 'booking a carrier that is pending',
  insurance_ends_early: 'booking a carrier whose insurance ends by the last delivery day',
  factored_to_other: 'paying a factored bill to anyone but the factor of record',
} as const;

export type Refusal = keyof typeof refusals;

const isRefusal = (name: string): name is Refusal => Object.hasOwn(refusals, name);
export const refusalNames = Object.keys(refusals).filter(isRefusal);

const opening = 'EXCEPTION that the policy allows';
export const describeException = (refusal: Refusal, sentence: string): string =>
  `${opening} (${refusal}); refused otherwise: ${sentence}`;

/** Sorts exceptions before all other warnings of a plan. */
export const sortExceptionsFirst = (findings: readonly string[]): readonly string[] =>
  findings.toSorted((finding, other) => Number(other.startsWith(opening)) - Number(finding.startsWith(opening)));
