/** The start of a text that a service wrote, as messages and logs quote it. Redact first: half a secret is not recognised. */
export function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** No message of an error is longer, so that a log line stays one. */
export const MAX_MESSAGE = 2000;
const HEAD = 1400;
const TAIL = 500;

/**
 * A message of at most 2000 characters: the start, which says what happened, and the end, which says what it means. Whole
 * words are left out, because half a secret could not be recognised afterwards.
 */
export function boundMessage(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  const head = message.slice(0, HEAD);
  const tail = message.slice(-TAIL);
  const tailStart = tail.indexOf(' ');
  return `${head.slice(0, head.lastIndexOf(' ') + 1)}…${tailStart < 0 ? '' : tail.slice(tailStart)}`;
}
