import { generateInto } from './generate/generate.js';

/** `npm run generate`, or for another description: `tsx scripts/generate.ts <folder> <output>`. */
const [folder = 'openapi', output = 'generated'] = process.argv.slice(2);
await generateInto(folder, output).catch((error: Error) => {
  console.error(error instanceof TypeError ? error : error.message); // Only a fault of the generator needs its stack.
  process.exitCode = 1;
});
