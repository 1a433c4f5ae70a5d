import { readFileSync } from 'node:fs';
import { answers, calls } from './description-mutants/corpus.js';
import { mutantsOf } from './description-mutants/mutants.js';
import { createOwnJudge } from './description-mutants/own-verdicts.js';
import { createJudge } from './description-mutants/prism-verdicts.js';

/*
 * npm run description-mutants: changes each line of the declared description that a validator or a router can see, and tells
 * which changes nothing notices. Prism judges calls and responses by the changed description. What it shows in none of them is
 * judged by what the client sends and the kit objects to.
 */
const read = (name: string) => JSON.parse(readFileSync(new URL(`../generated/${name}`, import.meta.url), 'utf8'));
const document = read('openapi.declared.json');
const [sent, answered] = [calls(), await answers()];
const judge = await createJudge(document, sent, answered);
const own = createOwnJudge(read('openapi.json'));
const mutants = [...mutantsOf(document)];
const unnoticed: string[] = [];
let byPrism = 0;
for (const [index, { at, change, document: changed }] of mutants.entries()) {
  const difference = await judge.firstDifference(changed).catch(() => 'Prism cannot read it');
  if (difference !== undefined) byPrism++;
  else if (own.difference(at, change) === undefined) unnoticed.push(`${at}: ${change}`);
  if (index % 100 === 0) process.stderr.write(`${index}/${mutants.length}\n`);
}
const percent = (part: number): string => `${part} (${((100 * part) / mutants.length).toFixed(1)} %)`;
const noticed = mutants.length - unnoticed.length;
console.log(
  `${sent.length} calls and ${answered.length} responses show Prism ${percent(byPrism)} of ${mutants.length} changes.`,
);
console.log(`With the client and the kit: ${percent(noticed)}.`);
console.log(`\nDecoration, which nothing acts on:`);
for (const line of unnoticed) console.log(`  ${line}\n    ${reasonOf(line)}`);

/** Why nothing acts on a line. */
function reasonOf(line: string): string {
  if (line.includes('/default:'))
    return 'The client sends no default, and the kit judges page sizes by the number in the service document.';
  if (line.includes('/format:'))
    return 'The client writes, and the kit judges, this time by the rules of the service document.';
  if (line.includes('/AnyJson/')) return 'A body that the document does not define: anything is accepted.';
  return 'NOT EXPLAINED';
}
