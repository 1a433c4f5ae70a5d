import type { IncomingMessage, ServerResponse } from 'node:http';
import { judgeLocalCaller } from '../../core/local-caller.js';
import { onUnreadable } from '../../core/unreadable.js';
import { type HarRoundTrip, harEntry } from '../../recording/har-entry.js';
import { without } from '../../recording/raw-headers.js';
import { recordRoundTrip } from '../../recording/record-round-trip.js';
import { readBaseUrl } from '../call/base-url.js';
import type { Report, Result } from '../model/report-model.js';
import { observeFiles, type ObserveOptions } from './observe-traffic.js';
import { readOne, type RecordedCall, THIS_RUN } from './read-har.js';

/*
 *   caller ─► this proxy ─► target       bytes pass as they are: body, header case, order
 *                │
 *                └─► recorded calls ─► judged now and then, and at the end
 */

export interface ObserveLiveOptions extends Omit<ObserveOptions, 'baseUrl'> {
  readonly target: string | URL;
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  /** Is told of each check when it fails for the first time. */
  readonly onFailure?: ((result: Result) => void) | undefined;
  /** Is told of each round trip, secrets included. */
  readonly onRoundTrip?: ((roundTrip: HarRoundTrip) => void) | undefined;
}

export interface LiveObservation extends AsyncDisposable {
  /** Base URL to call in place of the target's. */
  readonly url: string;
  /** Judges all calls that have passed. */
  report(): Report;
  close(): Promise<void>;
}

/** A judgement while calls flow costs as much as there are calls: it waits for this many milliseconds, and for new ones. */
const JUDGE_EVERY_MS = 2000;

/**
 * Listens on loopback, passes calls on to a service byte for byte, and judges them. It adds and signs nothing.
 *
 * @throws {ArgumentError} (by a promise) When the target is not an address; nothing listens then.
 */
export async function observeLive(options: ObserveLiveOptions): Promise<LiveObservation> {
  const target = readBaseUrl(options.target);
  const http = process.getBuiltinModule('node:http');
  const { Agent } = target.protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
  // A connection for each call: on a used one, a stray byte would be taken for the start of a response.
  const agent = new Agent({ keepAlive: false });
  const calls: RecordedCall[] = [];
  const known = new Set<string>();
  let judged = 0;
  const judgeNow = (): Report => {
    judged = calls.length;
    const report = observeFiles([{ name: THIS_RUN, calls, unreadable: 0, otherSchemes: 0 }], {
      ...options,
      baseUrl: target,
    });
    for (const result of report.results) {
      if (result.verdict !== 'fail' || known.has(result.id)) continue;
      known.add(result.id);
      options.onFailure?.(result);
    }
    return report;
  };
  const timer = setInterval(() => {
    if (calls.length > judged) guard(judgeNow);
  }, JUDGE_EVERY_MS);
  timer.unref();
  const keep = (roundTrip: HarRoundTrip): void => {
    guard(() => {
      const call = readOne(THIS_RUN, harEntry(roundTrip));
      if (call !== undefined) calls.push(call);
    });
    options.onRoundTrip?.(roundTrip);
  };
  const server = http.createServer((request, response) => passOn({ target, agent, keep }, request, response));
  onUnreadable(server, (status) => `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  const { port = 0 } = options;
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      clearInterval(timer);
      server.close(() => resolve());
      server.closeAllConnections();
      agent.destroy();
    });
  const address = server.address() as { readonly port: number };
  return { url: `http://127.0.0.1:${address.port}`, report: judgeNow, close, [Symbol.asyncDispose]: close };
}

/** A judge that breaks must not break what passes: the programs behind it go on, and the report at the end says so. */
function guard(judge: () => unknown): void {
  try {
    judge();
  } catch (error) {
    process.emitWarning(`What passes is not judged for now: ${(error as Error).message}`, 'ObservationWarning');
  }
}

interface ProxiedTarget {
  readonly target: URL;
  readonly agent: import('node:http').Agent;
  readonly keep: (roundTrip: HarRoundTrip) => void;
}

function passOn({ target, agent, keep }: ProxiedTarget, request: IncomingMessage, response: ServerResponse): void {
  const isPath = /^[/*]/.test(request.url ?? '');
  const fault = isPath ? judgeLocalCaller(request.headers, { origins: new Set() }) : 'not-a-path';
  if (fault !== undefined) return void response.writeHead(403, { 'content-type': 'text/plain' }).end(`${fault}\n`);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => response.destroy());
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const { request: send } =
      target.protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
    const method = request.method ?? 'GET';
    const path = target.pathname.replace(/\/$/, '') + (request.url ?? '/');
    const headers = without(request.rawHeaders).map((text, at, all) =>
      at % 2 === 1 && all[at - 1]!.toLowerCase() === 'host' ? target.host : text,
    );
    // A chunked body was sent without its length.
    if (body.length > 0 && request.headers['content-length'] === undefined)
      headers.push('Content-Length', String(body.length));
    const place = { agent, hostname: target.hostname.replace(/^\[|\]$/g, ''), port: target.port || undefined };
    const outgoing = send({ ...place, method, path, headers });
    const recorder = recordRoundTrip({ method, url: target.origin + path, headers, body }, keep);
    const fail = (error: Error): void => {
      recorder.failed(error.message);
      refuse(response, error);
      outgoing.destroy();
    };
    outgoing.on('error', fail);
    outgoing.on('upgrade', () => fail(new Error('the response switched protocols')));
    outgoing.on('response', (incoming) => {
      recorder.received(incoming);
      incoming.on('error', fail);
      response.sendDate = false;
      try {
        response.writeHead(incoming.statusCode!, incoming.statusMessage, without(incoming.rawHeaders));
      } catch (error) {
        // A status or reason that Node.js reads and does not write.
        return fail(error as Error);
      }
      incoming.pipe(response);
    });
    response.on('close', () => fail(new Error('the caller left before the response was complete')));
    outgoing.end(body);
  });
}

/** The target did not respond: said in words, and not in a form of the service. */
function refuse(response: ServerResponse, error: Error): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response
    .writeHead(502, 'Bad Gateway', { 'content-type': 'text/plain' })
    .end(`The target did not respond: ${error.message}\n`);
}
