import type { IncomingMessage } from 'node:http';
import { signingHeaders } from '../../../generated/names.js';
import { createRedactor } from '../../core/redact.js';
import type { SentCall } from './answer.js';
import { decodeBody, MAX_BODY_BYTES } from './decode-body.js';
import type { Exchange } from '../model.js';
import type { RawCall } from './raw-call.js';
import type { Timing } from '../engine/timing.js';

export interface TargetOptions {
  readonly baseUrl: URL;
  /** Throws in place of sending. */
  readonly guard: (call: RawCall) => void;
  readonly redact: (text: string) => string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly timing: Timing;
  /** Answers in place of the target; nothing is sent. */
  readonly rehearse: ((call: RawCall) => string) | undefined;
}

/** The server under test. */
export interface Target {
  readonly calls: number;
  send(call: RawCall): Promise<SentCall>;
  close(): void;
}

type Response = NonNullable<Exchange['response']>;

interface CallEvidence extends Pick<Exchange, 'startedAt' | 'durationMs' | 'response'> {
  readonly call: RawCall;
  readonly failure: string | undefined;
}

/** Sends over `node:http(s)`: redirects are never followed, and nothing is sent twice. */
export function createTarget(options: TargetOptions): Target {
  const { baseUrl, guard, redact, timeoutMs, signal, timing, rehearse } = options;
  const http =
    baseUrl.protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const prefix = baseUrl.pathname.replace(/\/$/, '');
  let calls = 0;
  // One listener for all calls under way: a signal warns of more than ten.
  const running = new Set<(reason: string) => void>();
  const onAbort = (): void => running.forEach((stop) => stop('stopped'));

  function exchange(call: RawCall): Promise<Response> {
    return new Promise((resolve, reject) => {
      const bytes = call.body === undefined ? undefined : Buffer.from(call.body);
      const length: [string, string][] = bytes === undefined ? [] : [['Content-Length', String(bytes.length)]];
      const request = http.request({
        agent,
        method: call.method,
        protocol: baseUrl.protocol,
        hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
        port: baseUrl.port,
        path: prefix + call.target,
        headers: Object.fromEntries([...call.headers, ...length]),
      });
      const stop = (reason: string): void => void request.destroy(new Error(reason));
      const timer = setTimeout(() => stop(`no complete answer within ${timeoutMs} ms`), timeoutMs);
      if (running.size === 0) signal?.addEventListener('abort', onAbort);
      running.add(stop);
      const settle = (): void => {
        clearTimeout(timer);
        running.delete(stop);
        if (running.size === 0) signal?.removeEventListener('abort', onAbort);
      };
      request.on('error', (error) => (settle(), reject(error)));
      request.on('upgrade', () => stop('the target switched protocols'));
      request.on('response', (incoming) => {
        collect(
          incoming,
          (response) => (settle(), resolve(response)),
          (error) => (settle(), reject(error)),
        );
      });
      request.end(bytes);
    });
  }

  function show({ call, response, failure, ...times }: CallEvidence): Exchange {
    const { method, target, headers, body, signingString } = call;
    // A service may repeat it in the text of a refusal.
    const signature = headers.find(([name]) => name.toLowerCase() === signingHeaders.signature.toLowerCase())?.[1];
    const unsigned = signature === undefined ? (text: string) => text : createRedactor([signature], '<SIGNATURE>');
    const hide = (text: string): string => unsigned(redact(text));
    const blank = (list: Response['headers']) => list.map(([name, value]) => [hide(name), hide(value)] as const);
    return {
      operationId: call.operationId,
      ...times,
      request: {
        method,
        url: hide(baseUrl.origin + prefix + target),
        headers: blank(headers),
        body: body === undefined ? undefined : hide(body),
        signingString: signingString === undefined ? undefined : hide(signingString),
      },
      response: response && { status: response.status, headers: blank(response.headers), body: hide(response.body) },
      ...(failure === undefined ? {} : { failure: hide(failure) }),
    };
  }

  return {
    get calls() {
      return calls;
    },
    async send(call) {
      guard(call);
      const startedAt = new Date(timing.now());
      const started = performance.now();
      let response: Response | undefined;
      let failure: string | undefined;
      if (rehearse !== undefined) {
        response = { status: 200, headers: [], body: rehearse(call) };
        failure = 'dry run: not sent';
      } else if (signal?.aborted === true) failure = 'stopped';
      else {
        calls++;
        try {
          response = await exchange(call);
        } catch (error) {
          failure = describe(error);
        }
      }
      const durationMs = Math.round((performance.now() - started) * 1000) / 1000;
      const evidence = { call, startedAt: startedAt.toISOString(), durationMs, failure };
      let shown: Exchange | undefined;
      return {
        call,
        headers: call.headers,
        response,
        // Blanking out secrets takes longer than the call, and what passes needs no evidence.
        get exchange() {
          return (shown ??= show({ ...evidence, response: rehearse === undefined ? response : undefined }));
        },
      };
    },
    close: () => agent.destroy(),
  };
}

function collect(incoming: IncomingMessage, done: (response: Response) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) incoming.destroy(new Error(`the answer is larger than ${MAX_BODY_BYTES} bytes`));
    chunks.push(chunk);
  });
  incoming.on('error', fail);
  incoming.on('end', () => {
    const headers: [string, string][] = [];
    for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
      headers.push([incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!]);
    }
    try {
      const body = decodeBody(Buffer.concat(chunks), incoming.headers['content-encoding']);
      done({ status: incoming.statusCode ?? 0, headers, body });
    } catch (error) {
      fail(error as Error);
    }
  });
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? `${code}: ${String(message)}` : String(message ?? error);
}
