import { readFileSync } from 'node:fs';
import { answers, calls } from './description-mutants/corpus.js';
import { mutantsOf } from './description-mutants/mutants.js';
import { createJudge } from './description-mutants/prism-verdicts.js';

/*
 * npm run description-mutants: changes each line of the declared description that a validator or a router can see, and tells
 * which changes Prism shows in no call and no answer. It cannot show some: it does not judge the media type of a request, applies
 * no default, knows no `format` of this description, and an optional query parameter of type string may have any name.
 */
const document = JSON.parse(readFileSync(new URL('../generated/openapi.declared.json', import.meta.url), 'utf8'));
const [sent, answered] = [calls(), await answers()];
const judge = await createJudge(document, sent, answered);
const mutants = [...mutantsOf(document)];
const unnoticed: string[] = [];
for (const [index, { at, change, document: changed }] of mutants.entries()) {
  const difference = await judge.firstDifference(changed).catch(() => 'Prism cannot read it');
  if (difference === undefined) unnoticed.push(`${at}: ${change}`);
  if (index % 100 === 0) process.stderr.write(`${index}/${mutants.length}\n`);
}
const noticed = mutants.length - unnoticed.length;
for (const line of unnoticed) console.log(line);
console.log(
  `${sent.length} calls and ${answered.length} answers notice ${noticed} of ${mutants.length} changes (${((100 * noticed) / mutants.length).toFixed(1)} %).`,
);
