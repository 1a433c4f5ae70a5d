/** JSON without the blanks between its tokens. Numbers and texts stay as they are written. */
export const compactJson = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');

export const isPrettyPrinted = (body: string): boolean => isJson(body) && compactJson(body) !== body;

/** A note on an unusual body before it is signed; undefined when it is not. */
export function bodyNote(body: string): string | undefined {
  if (body === '') return undefined;
  if (!isJson(body)) return 'This body is not JSON. It is signed as it stands.';
  if (!isPrettyPrinted(body)) return undefined;
  return 'This body is pretty-printed: it has spaces or line breaks between its values. Most programs send compact JSON, which gives another signature.';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
