import type { LogEntry, Logger } from '../../src/client/logging/log.js';
import type { ClientOptions } from '../../src/client/options.js';
import { type Reply, serve } from '../support/scripted-service.js';

interface Logged {
  readonly entries: LogEntry[];
  readonly logger: Logger;
}

export function collect(): Logged {
  const entries: LogEntry[] = [];
  return { entries, logger: (entry) => void entries.push(entry) };
}

/** Makes one read of a scripted service and gives what was logged. */
export async function readThrough(
  replies: readonly Reply[],
  options: Partial<ClientOptions> = {},
): Promise<LogEntry[]> {
  const { entries, logger } = collect();
  const { client } = serve(replies, { logger, logLevel: 'debug', ...options });
  await client.getOpenOrders().catch(() => {});
  return entries;
}
