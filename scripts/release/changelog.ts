const HEADING = /^## (.+)$/gm;
const RELEASE = /^\[?(\d+\.\d+\.\d+(?:-[\w.]+)?)\]?(?: - | \()(\d{4}-\d{2}-\d{2})\)?$/;

/** Where CHANGELOG.md and the version of package.json do not agree; empty when they do. */
export function faultsOfChangelog(text: string, version: string): readonly string[] {
  const sections = sectionsOf(text);
  const [first, second] = sections;
  if (first?.title !== 'Unreleased') return ['CHANGELOG.md does not begin with an Unreleased section'];
  const faults: string[] = [];
  if (first.body !== '')
    faults.push(`CHANGELOG.md has changes under Unreleased: move them to "## ${version} - <date>"`);
  const [, released, date] = RELEASE.exec(second?.title ?? '') ?? [];
  if (released !== version) {
    faults.push(`the newest release in CHANGELOG.md is ${released ?? 'missing'}, and package.json has ${version}`);
  } else if (second!.body === '') faults.push(`CHANGELOG.md has no entry for ${version}`);
  if (date !== undefined && Number.isNaN(Date.parse(date))) faults.push(`${date} in CHANGELOG.md is not a date`);
  return faults;
}

function sectionsOf(text: string): readonly { readonly title: string; readonly body: string }[] {
  const headings = [...text.matchAll(HEADING)];
  return headings.map((heading, index) => ({
    title: heading[1]!.trim(),
    body: text.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim(),
  }));
}
