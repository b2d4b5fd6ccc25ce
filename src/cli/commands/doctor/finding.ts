/** Result of a check that found no problem; a problem is thrown. */
export interface Finding {
  readonly state: 'ok' | 'to do';
  readonly text: string;
}

export interface Check {
  readonly name: string;
  readonly run: () => Finding | Promise<Finding>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });

/** Something that a person has yet to do, with the command that does it. */
export const toDo = (text: string): Finding => ({ state: 'to do', text });
