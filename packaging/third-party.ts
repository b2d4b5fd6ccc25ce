import type { PackedPackage } from './packed-packages.ts';

interface Notice {
  /** Name, version, license and author. */
  readonly line: string;
  /** The license texts that the package brings; empty where it brings none. */
  readonly text: string;
}

/** Data of others that the product ships beside packages. */
const dataNotice =
  'Waybill holds a table of cities made from data of GeoNames (https://www.geonames.org), which is licensed under the Creative Commons Attribution 4.0 License (https://creativecommons.org/licenses/by/4.0/). It was shortened and rounded.';

/** Formats names, versions and licenses of these packages, each text once behind those that bring it, and of data. */
export function formatNotices(packages: readonly PackedPackage[]): string {
  const sections = [...Map.groupBy(packages.map(toNotice), ({ text }) => text)].map(([text, sharers]) =>
    [...new Set(sharers.map(({ line }) => line)), '', text || 'These packages bring no text of their license.'].join(
      '\n',
    ),
  );
  return ['Waybill holds code of these packages.', ...sections, dataNotice]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

function toNotice({ folder, name, version, license, licenseTexts, author }: PackedPackage): Notice {
  if (license === undefined && licenseTexts.length === 0)
    throw new Error(`${folder} does not say under which license it is; find out, or take the package out.`);
  const parts = [`${name} ${version}`, license, author].filter((part) => part !== undefined);
  return { line: parts.join(', '), text: licenseTexts.join('\n\n') };
}
