/** The text of a body that arrived in pieces. A byte order mark is no part of the JSON behind it (RFC 8259, 8.1). */
export function bodyText(chunks: readonly Buffer[]): string {
  const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
