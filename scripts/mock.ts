import { fileURLToPath } from 'node:url';
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js';
import { createLogger } from '@stoplight/prism-core';
import { createServer } from '@stoplight/prism-http-server';

export type Mock = Awaited<ReturnType<typeof startMock>>;

/**
 * Starts Prism on a free loopback port from the bundle: it checks headers and bodies against the description and
 * answers with the described examples. It never checks a signature and keeps no state.
 */
export async function startMock(description = fileURLToPath(new URL('../generated/openapi.json', import.meta.url))) {
  const server = createServer(await getHttpOperationsFromSpec(description), {
    components: { logger: createLogger('mock', { level: 'silent' }) },
    config: {
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      isProxy: false,
      errors: false,
    },
    cors: false,
  } as never);
  const close = (): Promise<void> => server.close();
  return { url: await server.listen(0, '127.0.0.1'), close, [Symbol.asyncDispose]: close };
}
