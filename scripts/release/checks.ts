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
