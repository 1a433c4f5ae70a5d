import { seedOf } from '../findings/property.js';

type Dimensions<Form> = { readonly [Name in keyof Form]: readonly Form[Name][] };

/**
 * Forms of a call in which each value of each dimension comes with each value of every other one, as far as both are allowed
 * together: a fault may be in one form, and most need no more than two values to show. The same seed gives the same forms.
 */
export function pairwise<Form extends object>(
  dimensions: Dimensions<Form>,
  seed: number,
  isAllowed: (form: Form) => boolean = () => true,
): readonly Form[] {
  const names = Object.keys(dimensions) as (keyof Form & string)[];
  const product = names.reduce<readonly Form[]>(
    (forms, name) => forms.flatMap((form) => dimensions[name].map((value) => ({ ...form, [name]: value }))),
    [{} as Form],
  );
  const allowed = product.filter(isAllowed);
  // A self-test asks for the same forms on hundreds of servers.
  const asked = JSON.stringify([seed, ...allowed]);
  const known = choices.get(asked);
  if (known !== undefined) return known as readonly Form[];
  const left = allowed
    .map((form) => ({ form, pairs: pairsOf(form, names), rank: seedOf(`${seed} ${JSON.stringify(form)}`) }))
    .sort((one, other) => one.rank - other.rank);
  const open = new Set(left.flatMap(({ pairs }) => pairs));
  const chosen: Form[] = [];
  while (open.size > 0) {
    const gain = ({ pairs }: (typeof left)[number]): number => pairs.filter((pair) => open.has(pair)).length;
    const best = left.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best.form);
    for (const pair of best.pairs) open.delete(pair);
  }
  choices.set(asked, chosen);
  return chosen;
}

const choices = new Map<string, readonly object[]>();

function pairsOf<Form extends object>(form: Form, names: readonly (keyof Form & string)[]): readonly string[] {
  const values = names.map((name) => `${name}=${JSON.stringify(form[name])}`);
  if (values.length < 2) return values;
  return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one} ${other}`));
}
