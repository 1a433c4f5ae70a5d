/** Stands where a line is left out; no program holds it. */
const LEFT_OUT = '\0';

/**
 * The text of a program, written as it reads. A line that holds nothing but a `false` is left out; the line break after
 * the first backtick is, too.
 */
export function code(strings: TemplateStringsArray, ...holes: readonly (string | false)[]): string {
  const text = strings.reduce(
    (before, after, i) => before + (holes[i - 1] === false ? LEFT_OUT : holes[i - 1]) + after,
  );
  return text.replace(/^\n/, '').replaceAll(new RegExp(`^[ \\t]*${LEFT_OUT}\\n`, 'gm'), '');
}
