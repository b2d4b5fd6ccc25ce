import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { create } from 'fontkit';
import { PackageURL } from 'packageurl-js';
import parseLicenseExpression from 'spdx-expression-parse';
import * as z from 'zod';
import type { PackedPackage } from './packed-packages.ts';
import { listAddresses, type Project } from './project.ts';

/** The place of a package and the hash of its archive, as the lockfile has them. */
const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});

export interface Contents {
  readonly packages: readonly PackedPackage[];
  /** Imports between packages, by their folders. */
  readonly imports: readonly (readonly [importer: string, imported: string])[];
  /** Files of fonts that are shipped as they are. */
  readonly fonts: readonly string[];
}

/**
 * Formats the list of all components of the published command as CycloneDX: packages with version, license, address and
 * the hash that the lockfile checks them with, and fonts. The same contents give the same text; the time stands in it only where
 * SOURCE_DATE_EPOCH says so.
 */
export async function formatSbom(project: Project, { packages, imports, fonts }: Contents): Promise<string> {
  const { packages: locked } = Lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  const components = new Map(
    packages.map((packed) => [packed.folder, buildComponent(packed, locked[getLockKey(packed.folder)]?.integrity)]),
  );
  for (const [importer, imported] of imports) {
    const target = components.get(imported);
    if (target) components.get(importer)?.dependencies.add(target.bomRef);
  }
  const files = await Promise.all(fonts.map(buildFontComponent));
  const product = buildProduct(project);
  const parts = [...components.values(), ...files];
  for (const { bomRef } of parts) product.dependencies.add(bomRef);
  const bom = new Models.Bom({
    components: new Models.ComponentRepository(parts),
    metadata: new Models.Metadata({
      component: product,
      supplier: new Models.OrganizationalEntity({ name: project.author }),
      lifecycles: new Models.LifecycleRepository([Enums.LifecyclePhase.Build]),
      ...readTimestamp(),
    }),
  });
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

const licenses = new Contrib.License.Factories.LicenseFactory(parseLicenseExpression);

function buildComponent({ folder, ...packed }: PackedPackage, integrity: string | undefined): Models.Component {
  if (integrity === undefined) throw new Error(`${folder} is not in package-lock.json with a hash; run npm ci.`);
  const { name, version, author, description, homepage } = packed;
  const [baseName = name, scope] = name.split('/').reverse();
  const purl = new PackageURL('npm', scope, baseName, version, undefined, undefined).toString();
  return new Models.Component(Enums.ComponentType.Library, baseName, {
    // Two copies of one version lie in two folders.
    bomRef: `${purl}#${getLockKey(folder)}`,
    ...(scope !== undefined && { group: scope }),
    version,
    purl,
    scope: Enums.ComponentScope.Required,
    ...(author !== undefined && { author }),
    ...(description !== undefined && { description }),
    hashes: new Models.HashDictionary([Contrib.FromNodePackageJson.Utils.parsePackageIntegrity(integrity)]),
    licenses: new Models.LicenseRepository(listLicenses(packed)),
    externalReferences: new Models.ExternalReferenceRepository(
      homepage === undefined ? [] : [new Models.ExternalReference(homepage, Enums.ExternalReferenceType.Website)],
    ),
  });
}

/** Lists the license that a package names, or the texts of one that names none. */
function listLicenses({ license, licenseTexts }: Pick<PackedPackage, 'license' | 'licenseTexts'>): Models.License[] {
  if (license !== undefined) return [licenses.makeFromString(license)];
  return licenseTexts.map((text) => new Models.NamedLicense('license text', { text: new Models.Attachment(text) }));
}

/** Finds the place of a package in the lockfile, wherever the checkout is seen from. */
const getLockKey = (folder: string): string => folder.slice(folder.indexOf('node_modules/'));

async function buildFontComponent(file: string): Promise<Models.Component> {
  const content = await readFile(file);
  const font = create(content);
  const name = path.basename(file);
  return new Models.Component(Enums.ComponentType.File, name, {
    bomRef: name,
    // Collections have no version of their own, and none is shipped.
    ...('version' in font && { version: String(font.version).replace(/^Version /, '') }),
    licenses: new Models.LicenseRepository([licenses.makeFromString('Bitstream-Vera')]),
    hashes: new Models.HashDictionary([
      [Enums.HashAlgorithm['SHA-256'], createHash('sha256').update(content).digest('hex')],
    ]),
  });
}

function buildProduct(project: Project): Models.Component {
  const { name, version, description, license, author } = project;
  const addresses = listAddresses(project);
  const purl = new PackageURL('npm', undefined, name, version, undefined, undefined).toString();
  return new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: purl,
    version,
    purl,
    description,
    author,
    licenses: new Models.LicenseRepository([licenses.makeFromString(license)]),
    externalReferences: new Models.ExternalReferenceRepository(
      addresses && [
        new Models.ExternalReference(addresses.homepage, Enums.ExternalReferenceType.Website),
        new Models.ExternalReference(addresses.repository, Enums.ExternalReferenceType.VCS),
        new Models.ExternalReference(addresses.support, Enums.ExternalReferenceType.IssueTracker),
      ],
    ),
  });
}

/** Reads the time that a reproducible build gives itself: seconds since 1970, usually those of the commit. */
function readTimestamp(): { timestamp?: Date } {
  const seconds = process.env['SOURCE_DATE_EPOCH'];
  return seconds === undefined ? {} : { timestamp: new Date(Number(seconds) * 1000) };
}
