/** What a file is that is no report, for one who dropped the wrong one. */
export function foreignFormat(content: Readonly<Record<string, unknown>>): string {
  const [, name] = FORMATS.find(([member]) => member in content) ?? [];
  const what = name === undefined ? 'This JSON is no conformance report' : `This is ${name}, not the report itself`;
  return `${what}. The one to drop is written by --report json=report.json.`;
}

/** By a member that only this format has. */
const FORMATS: readonly (readonly [member: string, name: string])[] = [
  ['log', 'the HAR file of a report'],
  ['runs', 'the SARIF file of a report'],
  ['overlay', 'the OpenAPI Overlay of a report'],
  ['openapi', 'an OpenAPI description'],
];
