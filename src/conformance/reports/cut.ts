/**
 * The beginning of a text, with a note where something was left out: a body can be of any size, and a page cannot.
 *
 * @param limit Characters that are kept, UTF-16 units.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Half a surrogate pair is no character.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const whole = text.length.toLocaleString('en-US');
  return `${text.slice(0, end)}\n[cut: ${end.toLocaleString('en-US')} of ${whole} characters; the JSON and HAR reports hold all of them]`;
}
