/** Result of a check that found no problem; a problem is thrown. */
export interface Finding {
  readonly state: 'ok' | 'limit' | 'to do';
  readonly text: string;
}

export interface Check {
  readonly name: string;
  /** Several findings are printed in a line each. */
  readonly run: () => Finding | Promise<Finding | readonly Finding[]>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });

/** Creates a finding about a feature that the API lacks and Waybill does without. */
export const limit = (text: string): Finding => ({ state: 'limit', text });

/** Creates a finding about a task for a person, with the command that does it. */
export const toDo = (text: string): Finding => ({ state: 'to do', text });
