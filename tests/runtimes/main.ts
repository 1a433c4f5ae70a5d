import { runAll } from './program.js';

/* The program of every runtime but browsers: `program <transport> <numbers as JSON> <ports as JSON>`. Prints JSON. */
const [transport, numbers, ports] = process.argv.slice(2) as [string, string, string];

const uncaught: string[] = [];
process.on('uncaughtException', (error) => uncaught.push(String(error)));
process.on('unhandledRejection', (error) => uncaught.push(String(error)));

async function transportOptions() {
  if (transport === 'fetch') return () => ({ fetch: globalThis.fetch });
  if (transport !== 'undici') return () => ({});
  const { createUndiciTransport } = await import('futures-trading-client/undici');
  return () => ({ transport: createUndiciTransport() });
}

try {
  const said = await runAll(JSON.parse(numbers) as number[], JSON.parse(ports) as number[], await transportOptions());
  // Two turns for what fails late.
  setTimeout(() => print({ said, uncaught }), 50);
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  print({ refused: `${code}: ${message}` });
}

function print(result: object): void {
  process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit());
}
