/** Answers that a request is settled with, by their names; a plan is stored with them as JSON. */
export type SettledAnswers = Readonly<Record<string, unknown>>;

/** The questions of one request, each answered once. */
export interface Settlement {
  readonly settle: <Answer>(name: string, find: () => Promise<Answer>) => Promise<Answer>;
  readonly listAnswers: () => SettledAnswers;
}

/** Answers a question as `stored` says, else by finding out; a second time it gets the same answer. */
export function createSettlement(stored: SettledAnswers = {}): Settlement {
  const answers: Record<string, unknown> = { ...stored };
  const searches = new Map<string, Promise<unknown>>();
  const find = async (name: string, search: () => Promise<unknown>): Promise<unknown> =>
    (answers[name] = Object.hasOwn(answers, name) ? answers[name] : await search());
  return {
    async settle<Answer>(name: string, search: () => Promise<Answer>) {
      const answer = searches.get(name) ?? find(name, search);
      searches.set(name, answer);
      // The same question of the same tool was answered under this name.
      return (await answer) as Answer;
    },
    listAnswers: () => answers,
  };
}
