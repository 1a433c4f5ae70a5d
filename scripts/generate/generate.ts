import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asObserved } from './as-observed.js';
import { bundleDescription } from './bundle.js';
import { brunoCollection } from './collections/bruno.js';
import { postmanCollection } from './collections/postman.js';
import { collectionContent } from './collections/request.js';
import { clientFile } from './client-file.js';
import { declaredOnly } from './declared-only.js';
import { descriptionFile } from './description-file.js';
import { readDescription } from './described-operation.js';
import { inputValidatorsFile } from './input-validators.js';
import { errorCodesDocument, errorCodesFile } from './error-codes-file.js';
import { namesFile, operationsFile } from './operations-file.js';
import { schemaFile } from './schema-file.js';

/** Everything that is derived from the description in `folder`, as file name → text. */
export async function generateFiles(folder: string): Promise<Map<string, string>> {
  const full = await bundleDescription(folder, 'full');
  const declared = declaredOnly(await bundleDescription(folder, 'declared'), full);
  // First, because it refuses what the generator cannot support.
  const description = readDescription(full);
  const observed = asObserved(full);
  const content = collectionContent(observed);
  const operations = description.operations.map(({ operation }) => operation);
  return new Map([
    ['openapi.json', `${JSON.stringify(full, null, 2)}\n`],
    ['openapi.declared.json', `${JSON.stringify(declared, null, 2)}\n`],
    ['openapi.observed.json', `${JSON.stringify(observed, null, 2)}\n`],
    ['postman.collection.json', postmanCollection(content)],
    ...[...brunoCollection(content)].map(([name, text]): [string, string] => [`bruno/${name}`, text]),
    ['schema.d.ts', await schemaFile(full)],
    ['names.ts', namesFile(full)],
    ['operations.ts', operationsFile(full, operations)],
    ['description.ts', descriptionFile(full, description)],
    ['error-codes.ts', errorCodesFile(full)],
    ['error-codes.md', errorCodesDocument(full)],
    ['body-validators.ts', inputValidatorsFile(description.operations, 'body')],
    ['query-validators.ts', inputValidatorsFile(description.operations, 'query')],
    ['client.ts', clientFile(full, description.operations)],
  ]);
}

/** Writes {@link generateFiles} into a folder. */
export async function generateInto(folder: string, output: string): Promise<void> {
  const files = await generateFiles(folder);
  for (const [name, text] of files) {
    await mkdir(dirname(join(output, name)), { recursive: true });
    await writeFile(join(output, name), text);
  }
}
