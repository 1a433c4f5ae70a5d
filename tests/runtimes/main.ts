import type { ClientOptions } from 'futures-trading-client';
import { CREDENTIALS, runAll } from './program.js';
import { watchOne } from './watched.js';

/* The program of every runtime but browsers: `program <default, undici, fetch or sidecar> <numbers as JSON> <ports as JSON>`. Prints JSON. */
const [transport, numbers, ports] = process.argv.slice(2) as [string, string, string];

const uncaught: string[] = [];
process.on('uncaughtException', (error) => uncaught.push(String(error)));
process.on('unhandledRejection', (error) => uncaught.push(String(error)));

async function chooseTransport(): Promise<Parameters<typeof runAll>[2]> {
  if (transport === 'fetch') return () => ({ fetch: globalThis.fetch });
  if (transport === 'undici') {
    const { createUndiciTransport } = await import('futures-trading-client/undici');
    return () => ({ transport: createUndiciTransport() });
  }
  if (transport !== 'sidecar') return () => ({});
  const { startSidecar } = await import('futures-trading-client/sidecar');
  return async (port): Promise<Partial<ClientOptions>> => {
    const upstream = `http://127.0.0.1:${port}`;
    const { url } = await startSidecar({
      upstream,
      credentials: CREDENTIALS,
      clock: 'local',
      allow: ['money', 'wipe'],
    });
    return { baseUrl: url };
  };
}

try {
  const said = await runAll(JSON.parse(numbers) as number[], JSON.parse(ports) as number[], await chooseTransport());
  const watched = await watchOne();
  // Two turns for what fails late.
  setTimeout(() => print({ said, uncaught, watched }), 50);
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  print({ refused: `${code}: ${message}` });
}

function print(result: object): void {
  process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit());
}
