import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCodes } from '../../generated/error-codes.js';
import { signingHeaders } from '../../generated/names.js';
import { callSafely } from '../client/logging/log.js';
import { COSTLY } from '../client/page-guard.js';
import { classifyOutcome } from '../core/outcome.js';
import { isPreflight, preflightHeaders } from '../core/page-origin.js';
import type { HarRoundTrip } from '../recording/har-entry.js';
import type { SidecarCall } from './call-line.js';
import { findRoute, isRefusal, judgeCaller, judgeEffect, type SidecarRoute } from './guard.js';
import type { SidecarSettings } from './options.js';
import { without } from '../recording/raw-headers.js';
import { toUpstream } from './pass-headers.js';
import { readBody } from './read-body.js';
import { recordRoundTrip } from '../recording/record-round-trip.js';
import { type SidecarRefusal, writeRefusal } from './refusal.js';
import { onWhole, readNotes } from './result-notes.js';
import { type Signed, signBytes } from './sign-bytes.js';
import type { SentUpstream, Upstream } from './upstream.js';
import { toRefusal } from './upstream-failure.js';

/*
 *   caller ─► Host, Origin, token, effect ─► whole body ─► signed over the bytes ─► upstream ─► response, as it streams
 *      │                  └── no: a response of the sidecar, and nothing is sent        │
 *      └── leaves, at any point ─────────────────────────────────────────► the request upstream is destroyed
 */

export interface Line {
  readonly settings: SidecarSettings;
  readonly upstream: Upstream;
  readonly timestampMs: () => Promise<number>;
  readonly onCall: (call: SidecarCall) => void;
  /** Keeps what goes upstream and comes back; undefined: nothing is recorded. */
  readonly record: ((roundTrip: HarRoundTrip) => void) | undefined;
}

type Notes = { -readonly [Name in keyof SidecarCall]: SidecarCall[Name] };

/** A call that has not ended. */
export interface CallUnderWay {
  /** Responds to the caller, if it still waits: the sidecar ends. */
  stop(): void;
  /** The response has left, or the caller has. */
  readonly responded: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

/** Takes one request from a caller to the service and the response back. */
export function passOn(line: Line, request: IncomingMessage, response: ServerResponse): CallUnderWay {
  const passage: Passage = { line, notes: startNotes(request), request, response };
  const { notes } = passage;
  const ended = new Promise<void>((resolve) => {
    onLeft(passage, () => {
      if (notes.refused === undefined && passage.whole?.complete !== true)
        notes.outcome = passage.sent?.hasLeft === true ? 'unknown' : 'not-sent';
      // The response of the sidecar itself has said why.
      if (!response.writableFinished) notes.failed ??= 'caller-left';
      const status = response.headersSent ? response.statusCode : undefined;
      callSafely(() => line.onCall({ ...notes, status }));
      resolve();
    });
  });
  const stop = (error: Error): void => {
    failBy(passage, error);
    passage.sent?.fail(error);
  };
  goOn(passage).catch((error: Error) => {
    if (passage.sent !== undefined) return stop(error);
    const message = `${error.message}. Nothing was sent to the service.`;
    return fail(passage, { status: 500, reason: 'sidecar-failed', message });
  });
  return {
    stop: () => stop(new Error('the sidecar was stopped')),
    responded: Promise.race([ended, new Promise((resolve) => response.on('finish', resolve))]),
    ended,
  };
}

/**
 * Runs once the response has left, or the caller has, at once where it ended its side: an order that has not left by then must not.
 * A response that waits behind another one on its connection has no socket yet, and is told nothing of its end.
 */
function onLeft({ request, response }: Passage, run: () => void): void {
  const { socket } = request;
  let isOverNow = false;
  const left = (): void => void setImmediate(once);
  const once = (): void => {
    if (isOverNow) return;
    isOverNow = true;
    socket.off('close', left).off('end', once);
    run();
  };
  response.on('close', once);
  socket.on('close', left).on('end', once);
}

/** One call on its way. */
interface Passage {
  readonly line: Line;
  readonly notes: Notes;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  operation?: SidecarRoute['operation'];
  sent?: SentUpstream;
  /** The response of the service, as far as it came. */
  whole?: IncomingMessage;
}

async function goOn(passage: Passage): Promise<void> {
  const { line, notes, request, response } = passage;
  const { settings } = line;
  const refuse = (refusal: SidecarRefusal): void => {
    notes.refused = refusal.reason;
    writeRefusal(response, refusal);
  };

  const unwelcome = judgeCaller(request, settings);
  if (unwelcome !== undefined) return refuse(unwelcome);
  const route = findRoute(request, settings);
  if (isRefusal(route)) return refuse(route);
  notes.target = settings.redact(route.target);
  if (isPreflight(request.method, request.headers)) {
    notes.refused = 'preflight';
    return void response.writeHead(204, preflightHeaders(request.headers)).end();
  }
  passage.operation = route.operation;
  notes.operationId = route.operation?.operationId;
  notes.effect = route.operation?.effect;
  const dangerous = judgeEffect(route, settings);
  if (dangerous !== undefined) return refuse(dangerous);

  const body = await readBody(request).catch(() => null);
  // The caller left in the middle of its request: there is no caller to respond to.
  if (body === null) return;
  if (body === undefined) {
    const message = 'The body has more than 16 MiB. Nothing was sent to the service.';
    return refuse({ status: 413, reason: 'body-too-large', message });
  }
  notes.clientOrderId = readNotes(body, settings.redact).clientOrderId;
  const method = request.method!;
  const signed = await sign(line, notes, route, { method, body, givenMs: Number(request.headers[TIMESTAMP]) });
  // The caller may have left, or the sidecar been stopped, while the clock was measured: nothing is sent then.
  if (isOver(response) || request.socket.readableEnded) return;
  const headers = toUpstream(request.rawHeaders, { method, host: line.upstream.host, body, signed });
  const { origin, prefix } = settings.upstream;
  const recorder =
    line.record && recordRoundTrip({ method, url: origin + prefix + route.target, headers, body }, line.record);
  const sent = line.upstream.send(
    { method, target: route.target, rawHeaders: headers, body },
    {
      received(incoming) {
        recorder?.received(incoming);
        bringBack(passage, incoming);
        passage.whole = incoming;
      },
      failed(error) {
        recorder?.failed(error.message);
        failBy(passage, error);
      },
    },
  );
  passage.sent = sent;
  onLeft(passage, () => sent.fail(new Error('the caller left before the response was complete')));
}

const TIMESTAMP = signingHeaders.timestamp.toLowerCase();

/** A caller's X-CH-TS may also be of a local clock that is wrong, or an example. */
const [LATE_MS, YEAR_MS] = [1000, 365 * 86_400_000];

/**
 * Public operations are called without headers (service document, Authentication 5); those for which none are declared
 * are signed unless the dialect says otherwise.
 */
async function sign(
  { settings, timestampMs }: Line,
  notes: Notes,
  { target, operation }: SidecarRoute,
  { method, body, givenMs }: { readonly method: string; readonly body: Buffer; readonly givenMs: number },
): Promise<Signed | undefined> {
  if (operation?.security === 'public') return undefined;
  if (operation?.security === 'undeclared' && !settings.signUndeclared) return undefined;
  notes.signed = true;
  const nowMs = await timestampMs();
  const lateMs = Math.min(nowMs - givenMs, Math.abs(Date.now() - givenMs));
  // It gets no later time: its program may have called the order absent by now, and have sent it again.
  const isLate = COSTLY.has(operation?.effect ?? 'money') && lateMs >= LATE_MS && lateMs < YEAR_MS;
  const timestamp = isLate ? Math.floor(givenMs) : nowMs;
  if (isLate) notes.lateMs = Math.floor(lateMs);
  const message = { timestampMs: timestamp, method, prefix: settings.upstream.prefix, target, body };
  return signBytes(message, settings.credentials, settings.rule);
}

function bringBack({ line, notes, operation, request, response }: Passage, incoming: IncomingMessage): void {
  response.sendDate = false;
  const { origin } = request.headers;
  // A page of an allowed origin may read it.
  const allowed = origin === undefined ? [] : ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin'];
  // A caller that followed it would be told that nothing was sent, or would send an order again.
  const dropped = operation?.effect === 'read' ? [] : ['location'];
  if (origin !== undefined) dropped.push('access-control-allow-origin');
  const headers = without(incoming.rawHeaders, dropped);
  response.writeHead(incoming.statusCode!, incoming.statusMessage, [...headers, ...allowed]);
  onWhole(incoming, (body, encoding) => {
    const { code, orderId, isResult, data } = readNotes(body, line.settings.redact, operation, encoding);
    Object.assign(notes, { code, orderId });
    const status = incoming.statusCode!;
    if (notes.effect === undefined || notes.effect === 'read') return;
    if (status < 300 && isResult) return;
    // A gateway's page, or a code such as -1007, does not say whether the service acted.
    const makes = notes.effect === 'money';
    if (classifyOutcome({ status, apiCode: code, data }, errorCodes, { makes }) === 'unknown')
      notes.outcome = 'unknown';
  });
  incoming.pipe(response);
}

const isOver = (response: ServerResponse): boolean => response.writableEnded || response.destroyed;

function failBy(passage: Passage, error: Error): void {
  const { line, operation, sent } = passage;
  fail(passage, toRefusal(error, sent?.hasLeft === true, line.settings.upstream.origin, operation));
}

function fail({ notes, response }: Passage, refusal: SidecarRefusal): void {
  if (isOver(response)) return;
  // Half a response must not look like a whole one.
  notes.failed = response.headersSent ? 'cut-off' : refusal.reason;
  if (response.headersSent) response.destroy();
  else writeRefusal(response, refusal);
}

function startNotes({ method = '' }: IncomingMessage): Notes {
  return {
    method,
    target: '(not read)',
    operationId: undefined,
    effect: undefined,
    clientOrderId: undefined,
    signed: false,
    lateMs: undefined,
    status: undefined,
    refused: undefined,
    failed: undefined,
    outcome: undefined,
    code: undefined,
    orderId: undefined,
  };
}
