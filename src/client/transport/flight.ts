/** Callers that ask for the same key while it is being fetched share one fetch and its outcome. */
export function createFlights<Value>(): (key: string, start: () => Promise<Value>) => Promise<Value> {
  const running = new Map<string, Promise<Value>>();
  return (key, start) => {
    const joined = running.get(key);
    if (joined) return joined;
    const flight = start().finally(() => running.delete(key));
    running.set(key, flight);
    return flight;
  };
}
