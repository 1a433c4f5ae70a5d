#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const { version, engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  engines: { node: string };
};

if (typeof process.getBuiltinModule !== 'function') {
  process.stderr.write(
    `futures needs Node.js ${engines.node.replace('>=', '')} or later; this is ${process.version}.\n`,
  );
  process.exit(2);
}

// Loaded after the check: what the commands import does not start on an older Node.js.
const [{ watchOutputs }, { runProgram }] = await Promise.all([import('./output.js'), import('./program.js')]);
watchOutputs();
await runProgram(process.argv.slice(2), version);
