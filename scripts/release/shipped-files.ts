/** Everything that the tarball may hold. A file beyond it is a slip, however it came to match `files` of package.json. */
const SHIPPED: readonly RegExp[] = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|SUPPORT\.md)$/,
  /^dist\/src\/[\w/-]+\.(?:js|d\.ts)$/,
  /^dist\/shared\/[\w./-]+\.(?:js|d\.ts)$/,
  /^dist\/(?:openapi[\w.]*\.json|THIRD-PARTY\.md)$/,
  /^docs\/(?:recipes\/)?[\w-]+\.md$/,
  /^skills\/futures\/SKILL\.md$/,
  /^vectors\/signing-vectors\.json$/,
  /^generated\/error-codes\.md$/,
];

/** Files of a tarball that are not on the list. */
export const strayFiles = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !SHIPPED.some((pattern) => pattern.test(path)));
