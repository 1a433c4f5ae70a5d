/* What has to hold before a release. */

/** Where CHANGELOG.md and the version of package.json do not agree; empty when they do. */
export const faultsOfChangelog = (text: string, version: string): readonly string[] =>
  new RegExp(`^## Unreleased\\s+## \\[?${version.replaceAll('.', '\\.')}\\b`, 'm').test(text)
    ? []
    : [`CHANGELOG.md does not begin with an empty section "Unreleased" and one for ${version}`];

/** Members that a publisher has to write into package.json, and why. This project invents none of it. */
const OWN = {
  repository: 'npm compares it with the repository that a release with provenance comes from',
  bugs: 'where users report that a fact is wrong',
  homepage: 'the address of the documentation',
  author: 'who answers for the package',
};

/** Problems that npm would not take; empty when the package can be published. */
export const missingOfPublisher = (manifest: Readonly<Record<string, unknown>>): readonly string[] => [
  ...Object.entries(OWN).flatMap(([name, why]) => (manifest[name] ? [] : [`package.json has no ${name}: ${why}`])),
  ...(manifest['private'] === true ? ['package.json says private: npm publishes nothing'] : []),
];

interface BundledPart {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * The bundled parts, by the headings of dist/THIRD-PARTY.md: `## commander 14.0.3 (MIT)`.
 *
 * @throws {Error} When there are none: the notice has another form then, and nothing would be listed.
 */
export function bundledParts(notice: string): readonly BundledPart[] {
  const headings = notice.matchAll(/^## (\S+) (\S+) \(([^)]+)\)$/gm);
  const parts = [...headings].map(([, name = '', version = '', license = '']) => ({ name, version, license }));
  if (parts.length === 0) throw new Error('dist/THIRD-PARTY.md names no package');
  return parts;
}

/** The document of `npm sbom`, which knows what is installed, with what is bundled. */
export function withBundled(sbom: { readonly components?: readonly unknown[] }, parts: readonly BundledPart[]) {
  const components = parts.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    'bom-ref': `${name}@${version}`,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: 'required',
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
  }));
  return { ...sbom, components: [...(sbom.components ?? []), ...components] };
}
