import { foldText } from '../text/folding.ts';

/** Names that a dispatcher cannot tell the state by, though a list of cities may know one of them only. */
const sharedNames: ReadonlySet<string> = new Set(
  [
    'Albany, Alexandria, Arlington, Ashland, Athens, Auburn, Augusta, Aurora, Beaumont, Birmingham, Bloomington, Bowling Green',
    'Bristol, Burlington, Canton, Charleston, Clarksville, Clayton, Cleveland, Clinton, Columbia, Columbus, Concord',
    'Covington, Danville, Dayton, Decatur, Dover, Dublin, Fairfield, Fayetteville, Florence, Franklin, Gainesville',
    'Georgetown, Glendale, Greensboro, Greenville, Hamilton, Hudson, Independence, Jackson, Jacksonville, Kansas City',
    'Lafayette, Lakewood, Lancaster, Lawrence, Lebanon, Lexington, Lincoln, London, Madison, Manchester, Marion, Milton',
    'Monroe, Newark, Newport, Oakland, Ontario, Oxford, Pasadena, Peoria, Plymouth, Portland, Quincy, Richmond',
    'Riverside, Rochester, Salem, San Jose, Sheffield, Springfield, Sterling, Troy, Union City, Vancouver, Warren',
    'Washington, Waterloo, Wilmington, Winchester, Windsor, York',
  ]
    .flatMap((line) => line.split(', '))
    .map(foldText),
);

/** Checks whether cities in several states or provinces have this name. */
export const isNameOfSeveralCities = (name: string): boolean => sharedNames.has(foldText(name));
