/** The members of package.json about its publisher. */
export interface PublisherManifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly license?: unknown;
  readonly repository?: unknown;
  readonly bugs?: unknown;
  readonly homepage?: unknown;
  readonly author?: unknown;
  readonly private?: unknown;
}

/** Members that a publisher has to write into package.json, and why. This project invents none of it. */
const OWN = {
  repository: 'npm compares it with the repository that a release with provenance comes from',
  bugs: 'where users report that a fact is wrong',
  homepage: 'the address of the documentation',
  author: 'who answers for the package',
} as const;

/** Problems that npm would not take; empty when the package can be published. */
export function missingOfPublisher(manifest: PublisherManifest): readonly string[] {
  const missing = (Object.keys(OWN) as (keyof typeof OWN)[])
    .filter((name) => textOf(manifest[name]) === '')
    .map((name) => `package.json has no ${name}: ${OWN[name]}`);
  const wrong = [
    ...(manifest.private === true ? ['package.json says private: npm publishes nothing'] : []),
    ...(['repository', 'bugs', 'homepage'] as const)
      .filter((name) => /example\.(?:com|org|net)|\bTODO\b|<[^>]*>|OWNER/.test(textOf(manifest[name])))
      .map((name) => `package.json has a placeholder for ${name}: ${textOf(manifest[name])}`),
  ];
  return [...missing, ...wrong];
}

/** npm takes a text, or an object with a url or a name. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  const { url, name, email } = value as Readonly<Record<string, unknown>>;
  return [url, name, email]
    .filter((one) => typeof one === 'string')
    .join(' ')
    .trim();
}
