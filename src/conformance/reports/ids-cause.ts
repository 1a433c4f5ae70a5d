import type { Exchange, Result } from '../model/report-model.js';

/** An identifier that was written as a double: `2.56e+17`, `256609229205684220.0`. */
const ROUNDED = /"(\w*[iI]d)"\s*:\s*"?(-?\d+(?:\.\d+)?[eE]\+?\d+|\d{6,}\.\d+)/;

export const showsRoundedId = ({ response }: Exchange): boolean =>
  response !== undefined && ROUNDED.test(response.body);

/** Why nothing that goes by an identifier can be right. */
export function idsCause(results: readonly Result[]): { readonly title: string; readonly advice: string } | undefined {
  const shown = results.flatMap(({ exchanges }) => exchanges).find(showsRoundedId);
  if (shown === undefined) return undefined;
  const [, name, value] = ROUNDED.exec(shown.response!.body)!;
  return {
    title: `${name} ${value} of ${shown.operationId ?? shown.request.url} is not a whole number: identifiers lose their digits`,
    advice: 'They pass through a double somewhere: write them as whole numbers or as text, from a 64-bit integer.',
  };
}
