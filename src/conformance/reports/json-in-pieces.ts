/** An object as JSON in pieces, a long list its last member: a run on hundreds of contracts has more than one text can hold. */
export function* jsonInPieces(head: object, name: string, list: readonly unknown[]): Generator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "${name}": [`;
  for (const [at, item] of list.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(item, null, 2)}`;
  yield '\n  ]\n}\n';
}
