import { parseArgs, type ParseArgsConfig } from 'node:util';

type Values<Options extends ParseArgsConfig['options']> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** Reads the options of a script. `--help` prints the help and ends with 0; what is wrong ends with 2 and says so in a line. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
): Values<Options> {
  if (process.argv.includes('--help')) {
    console.log(help);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return endWithUsage((error as Error).message, help);
  }
}

/** Ends the script: its command line is wrong. */
export function endWithUsage(problem: string, help: string): never {
  console.error(`${problem}\n${help}`);
  process.exit(2);
}
