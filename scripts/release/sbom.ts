/** The members of a CycloneDX document that this project reads or adds to. */
interface Sbom {
  readonly bomFormat: string;
  readonly components?: readonly unknown[];
}

/** A package whose code is inside this one. */
export interface BundledPart {
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
  const parts = [...notice.matchAll(/^## (\S+) (\S+) \(([^)]+)\)$/gm)].map(
    ([, name = '', version = '', license = '']) => ({
      name,
      version,
      license,
    }),
  );
  if (parts.length === 0) throw new Error('dist/THIRD-PARTY.md names no package');
  return parts;
}

/** The document of `npm sbom`, which knows what is installed, with what is bundled. */
export function withBundled(sbom: Sbom, parts: readonly BundledPart[]): Sbom {
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
