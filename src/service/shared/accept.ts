/** The media type to respond with: the one the Accept header likes best, the first offered where it is indifferent. */
export function preferredType<const Type extends string>(accept: string, offered: readonly [Type, ...Type[]]): Type {
  const ranges = accept.split(',').map(parseRange);
  const [first, ...rest] = offered.map((type) => ({ type, quality: qualityOf(type, ranges) }));
  return rest.reduce((best, next) => (best && best.quality >= next.quality ? best : next), first)?.type ?? offered[0];
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { range, quality: Number.isNaN(quality) ? 0 : quality };
}

/** The most specific range decides; a type that no range covers has no quality. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const wholeGroup = `${type.split('/')[0]}/*`;
  const found = [type, wholeGroup, '*/*'].map((wanted) => ranges.find(({ range }) => range === wanted));
  return found.find((range) => range !== undefined)?.quality ?? 0;
}
