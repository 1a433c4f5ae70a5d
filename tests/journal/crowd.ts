import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { listenOnFreePort } from '../../scripts/listen.js';
import { bundleProgram } from '../support/bundle-program.js';

export interface CrowdOptions {
  /** See crowd-store.ts. */
  readonly store: string;
  readonly processes: number;
  readonly orders: number;
  readonly leaseMs: number;
  /** Pauses between two blows, milliseconds; each is kill -9, or a stop for longer than the lease. */
  readonly blowEveryMs: number;
  readonly timeoutMs: number;
  /** Asks the journal for the outcome that it holds of an order. */
  readonly readOutcomes: () => Promise<ReadonlyMap<string, string>>;
}

/** The messages of a worker; which of them depends on the address. */
interface Told {
  readonly clientOrderId: string;
  readonly timestampMs: number;
  readonly outcome: string;
  readonly fenced: boolean;
}

/**
 * Lets many processes submit orders through one journal while they are killed and stopped. An order that is proven absent
 * is submitted again, so at the end each of them is at the exchange exactly once, if nothing was lost, doubled or called
 * absent that was there.
 */
export async function runCrowd(options: CrowdOptions) {
  const { processes, orders, leaseMs, store } = options;
  const windowMs = leaseMs / 2;
  const queue = Array.from({ length: orders }, (_, i) => `order-${i}`);
  const waiting = new Map<string, number>();
  const done = new Set<string>();
  /** The state of the exchange: orders by clientOrderId, and when it was told that one is absent. */
  const held = new Map<string, number>();
  const counts = { kills: 0, stops: 0, recovered: 0, fenced: 0, refusedByJournal: 0, cut: 0, late: 0, wrongAbsent: 0 };

  function end(clientOrderId: string, outcome: string): void {
    waiting.delete(clientOrderId);
    if (outcome === 'accepted') done.add(clientOrderId);
    else if (outcome === 'absent' || outcome === 'rejected') {
      if (outcome === 'absent' && held.has(clientOrderId)) counts.wrongAbsent++;
      queue.push(clientOrderId);
    } else {
      // Not sent: mostly because the journal has it already, as the order of a process that was killed.
      if (outcome === 'not-sent') counts.refusedByJournal++;
      waiting.set(clientOrderId, performance.now() + leaseMs / 2);
    }
  }

  function next(): string | undefined {
    const nowMs = performance.now();
    for (const [id, sinceMs] of waiting) {
      if (done.has(id)) waiting.delete(id);
      else if (nowMs > sinceMs) {
        waiting.delete(id);
        queue.push(id);
      }
    }
    let id = queue.shift();
    while (id !== undefined && done.has(id)) id = queue.shift();
    // Should its process be killed, another one asks for it again later.
    if (id !== undefined) waiting.set(id, nowMs + leaseMs * 3);
    return id;
  }

  function place({ clientOrderId, timestampMs }: Told, response: ServerResponse): object | undefined {
    const luck = Math.random();
    if (luck < 0.02) return void response.destroy();
    if (timestampMs < Date.now() - windowMs) {
      counts.late++;
      return {};
    }
    held.set(clientOrderId, (held.get(clientOrderId) ?? 0) + 1);
    if (luck > 0.06) return { orderId: 1000 + held.size };
    counts.cut++;
    return void response.destroy();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<object | undefined> {
    const body = JSON.parse(await text(request)) as Told;
    const { clientOrderId, outcome, fenced } = body;
    switch (request.url) {
      case '/next':
        return { clientOrderId: next() };
      case '/order':
        return place(body, response);
      case '/find':
        return held.has(clientOrderId) ? { orderId: 7 } : {};
      case '/recovered':
        counts.recovered++;
        if (fenced) counts.fenced++;
        if (!fenced && outcome !== 'unknown') end(clientOrderId, outcome);
        return {};
      default:
        if (!done.has(clientOrderId)) end(clientOrderId, outcome);
        return {};
    }
  }

  const server = createServer((request, response) => {
    void answer(request, response).then((reply) => reply && response.end(JSON.stringify(reply)));
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const env = {
    ...process.env,
    CROWD_STORE: store,
    CROWD_URL: url,
    CROWD_LEASE_MS: `${leaseMs}`,
    CROWD_WINDOW_MS: `${windowMs}`,
  };
  const program = await bundleProgram(fileURLToPath(import.meta.resolve('./crowd-worker.ts')));
  const failures: string[] = [];
  let isOver = false;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-4000)));
    child.on('exit', (code) => void (!isOver && code !== null && failures.push(`exit ${code}: ${printed}`)));
    return child;
  };
  const children = Array.from({ length: processes }, start);

  const startedMs = performance.now();
  let blowAtMs = startedMs + options.blowEveryMs * 2;
  while (done.size < orders && failures.length === 0 && performance.now() - startedMs < options.timeoutMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (performance.now() > blowAtMs && done.size > 0) {
      blowAtMs = performance.now() + options.blowEveryMs * (0.5 + Math.random());
      strike();
    }
    if (queue.length === 0)
      for (const [id, outcome] of await options.readOutcomes()) if (outcome === 'accepted') done.add(id);
  }
  isOver = true;
  for (const child of children) child.kill('SIGKILL');
  server.closeAllConnections();
  server.close();
  const outcomes = await options.readOutcomes();
  return {
    ...counts,
    failures,
    done: done.size,
    /** Orders that the exchange does not hold once. */
    notOnce: Array.from({ length: orders }, (_, i) => held.get(`order-${i}`) ?? 0).filter((count) => count !== 1)
      .length,
    /** Orders of which journal and exchange do not say the same. */
    contradicted: [...held.keys()].filter((id) => outcomes.get(id) !== 'accepted').length,
    seconds: Math.round((performance.now() - startedMs) / 1000),
  };

  function strike(): void {
    const i = Math.floor(Math.random() * processes);
    const child = children[i]!;
    if (Math.random() < 0.5) {
      counts.kills++;
      child.kill('SIGKILL');
      children[i] = start();
      return;
    }
    counts.stops++;
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), leaseMs * (1.2 + Math.random()));
  }
}
