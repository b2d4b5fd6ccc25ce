/** Fields of the API that hold the number of an account: stored encrypted, shown by their end. Names of banks and their routing numbers are public. */
export const accountNumberFields = ['accountNumber', 'wire', 'eftInstitution', 'eftTransit', 'clabe'] as const;

/** `****1234`; a number too short to hide anything behind its last four characters is hidden whole. */
export const maskAccountNumber = (number: string): string => (number.length > 4 ? `****${number.slice(-4)}` : '****');
