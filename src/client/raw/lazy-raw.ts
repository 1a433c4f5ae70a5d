import { UnsupportedError } from '../../core/errors.js';
import type { Pipeline } from '../pipeline.js';
import type { RawClient } from './raw.js';

const METHODS = ['request', 'GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

type AnyMethod = (...args: unknown[]) => Promise<unknown>;

/**
 * Creates `client.raw` without openapi-fetch, which only the first call of one of its methods loads: most programs never
 * make one. Middleware that is registered earlier waits for it, in order.
 */
export function createLazyRawClient(pipeline: Pipeline): RawClient {
  let loaded: RawClient | undefined;
  let loading: Promise<RawClient> | undefined;
  const waiting: ((client: RawClient) => void)[] = [];

  async function load(): Promise<RawClient> {
    const { createRawClient } = await import('./raw.js').catch((cause: unknown) => {
      const message =
        'client.raw cannot be loaded (see cause). Nothing was sent. Restart the program after a deployment.';
      throw new UnsupportedError(message, { option: 'raw', cause });
    });
    const client = createRawClient(pipeline);
    for (const register of waiting) register(client);
    return (loaded = client);
  }

  /** Once: an import looks its module up each time, which costs many times a call. A load that failed is tried again. */
  const loadRaw = (): Promise<RawClient> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

  function whenLoaded(register: (client: RawClient) => void): void {
    if (loaded === undefined) waiting.push(register);
    else register(loaded);
  }

  const methods = METHODS.map((name): [string, AnyMethod] => [
    name,
    async (...args) => ((await loadRaw())[name] as AnyMethod)(...args),
  ]);
  return {
    ...(Object.fromEntries(methods) as unknown as RawClient),
    use: (...middleware) => whenLoaded((client) => client.use(...middleware)),
    eject: (...middleware) => whenLoaded((client) => client.eject(...middleware)),
  };
}
