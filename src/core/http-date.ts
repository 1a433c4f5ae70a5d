/** The one form in which HTTP dates are sent today (RFC 9110, 5.6.7). `Date.parse` takes nearly anything for a date. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds since the epoch; undefined when the text is not such a date. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  const ms = IMF_FIXDATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
