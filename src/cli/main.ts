#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { watchOutputs } from './output.js';
import { runProgram } from './program.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

watchOutputs();
await runProgram(process.argv.slice(2), version);
