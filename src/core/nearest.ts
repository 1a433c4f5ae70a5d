/** Tells of a name that is not known which one was probably meant, and lists all of them: `(did you mean journal? options: …)`. */
export function knownNames(name: string, what: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const question = meant === undefined ? '' : `did you mean ${meant}? `;
  return `(${question}${what}: ${known.join(', ') || 'none'})`;
}

/** The known name that `name` begins, or that is at most two letters away, and closer than half of it. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.slice(0, MAX_LENGTH).toLowerCase();
  let meant: string | undefined;
  let least = MAX_OFF;
  for (const candidate of known) {
    const off = distance(lower, candidate.toLowerCase());
    if (off > least || off * 2 >= candidate.length || (off === least && meant !== undefined)) continue;
    [meant, least] = [candidate, off];
  }
  return meant;
}

const MAX_OFF = 2;

/** Longer than any name. Comparing takes the product of both lengths. */
const MAX_LENGTH = 40;

/** Number of letters to be added, left out or changed (Levenshtein); none where one only lacks its end (`timeout`). */
function distance(a: string, b: string): number {
  if (a.length >= 4 && b.startsWith(a)) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
