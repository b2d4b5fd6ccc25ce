/**
 * Picks the media type of a response: the one that the Accept header prefers, or the first one offered if it has no
 * preference.
 */
export function pickType<const Type extends string>(accept: string, offered: readonly [Type, ...Type[]]): Type {
  const ranges = accept.split(',').map(parseRange);
  const [first, ...rest] = offered.map((type) => ({ type, quality: findQuality(type, ranges) }));
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

/** Finds the quality of a type. The most specific range decides; a type that no range covers has quality 0. */
function findQuality(type: string, ranges: readonly MediaRange[]): number {
  const wholeGroup = `${type.split('/')[0]}/*`;
  const matchingRanges = [type, wholeGroup, '*/*'].map((candidate) => ranges.find(({ range }) => range === candidate));
  return matchingRanges.find((range) => range !== undefined)?.quality ?? 0;
}
