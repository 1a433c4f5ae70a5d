import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { described } from '../described.js';
import { startMock } from '../mock.js';
import { run } from '../run.js';
import { evaluate, fileOf, runBin, type Tool, ToolFailed, versionOf } from './tool.js';

/** A parser, run by code that reads `file`. */
const parser = (name: 'swagger-parser' | 'readme', code: string): Tool => ({
  title: versionOf(name),
  note: 'validates',
  read: async (bundle) => void (await evaluate(name, `const file = ${JSON.stringify(fileOf(bundle))};\n${code}`)),
});

const swaggerParser = parser(
  'swagger-parser',
  `import * as it from '@apidevtools/swagger-parser';
   await (it.default ?? it.SwaggerParser).validate(file);`,
);

const readme = parser(
  'readme',
  `import { validate } from '@readme/openapi-parser';
   const { valid, errors, warnings } = await validate(file);
   if (!valid || warnings.length > 0) throw new Error(JSON.stringify(errors ?? warnings));`,
);

const spectral: Tool = {
  title: `${versionOf('spectral')}, rules \`spectral:oas\``,
  note: 'no errors',
  async read(bundle, folder) {
    const rules = join(folder, 'rules.yaml');
    await writeFile(rules, 'extends: spectral:oas\n');
    await runBin('spectral', 'spectral', ['lint', '--ruleset', rules, '--fail-severity=error', fileOf(bundle)]);
  },
};

/** They want a 4xx status, a license and security everywhere, which the service document does not declare. */
const NOT_DECLARED = ['operation-4xx-response', 'info-license', 'security-defined'];

const redocly: Tool = {
  title: 'Redocly CLI, rules `recommended`',
  note: `no errors, without ${NOT_DECLARED.join(', ')}; \`redocly diff\` compares two descriptions`,
  async read(bundle, folder) {
    // Its own settings: those of this project name files under openapi/.
    const config = join(folder, 'redocly.yaml');
    const off = NOT_DECLARED.map((rule) => `  ${rule}: off\n`).join('');
    await writeFile(config, `telemetry: off\nextends: [recommended]\nrules:\n${off}`);
    await run('redocly', ['lint', '--config', config, fileOf(bundle)]);
  },
};

const postman: Tool = {
  title: versionOf('postman'),
  note: 'converts; does not sign (see below)',
  async read(bundle) {
    const printed = await evaluate(
      'postman',
      `import converter from 'openapi-to-postmanv2';
       converter.convertV2({ type: 'file', data: ${JSON.stringify(fileOf(bundle))} }, {}, (error, { result, reason, output }) => {
         if (error || !result) throw new Error(reason ?? error);
         const count = ({ item }) => item === undefined ? 1 : item.reduce((sum, each) => sum + count(each), 0);
         console.log('requests: ' + count(output[0].data));
       });`,
    );
    if (!printed.includes(`requests: ${described.length}`)) throw new ToolFailed(printed);
  },
};

const prism: Tool = {
  title: 'Prism',
  note: 'serves a mock; checks no signature',
  async read(bundle) {
    await using mock = await startMock(fileOf(bundle));
    for (const { operation } of described.filter((each) => each.operation.security === 'public')) {
      const { status } = await fetch(mock.url + operation.path);
      if (status !== 200) throw new ToolFailed(`${operation.operationId}: HTTP ${status}`);
    }
  },
};

export const readers: readonly Tool[] = [swaggerParser, readme, spectral, redocly, postman, prism];
