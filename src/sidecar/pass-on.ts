import type { IncomingMessage, ServerResponse } from 'node:http';
import { callSafely } from '../client/logging/log.js';
import { classifyOutcome, consequenceOf } from '../core/outcome.js';
import { isPreflight, preflightHeaders } from '../core/page-origin.js';
import type { HarExchange } from '../recording/har-entry.js';
import type { SidecarCall } from './call-line.js';
import { findRoute, isRefusal, judgeCaller, judgeEffect, type SidecarRoute } from './guard.js';
import type { SidecarSettings } from './options.js';
import { letPageRead } from './pages.js';
import { toUpstream, without } from './pass-headers.js';
import { readBody } from './read-body.js';
import { recordExchange } from '../recording/record-exchange.js';
import { type SidecarRefusal, writeRefusal } from './refusal.js';
import { type Signed, signBytes } from './sign-bytes.js';
import type { SentUpstream, Upstream } from './upstream.js';

/*
 *   caller ─► Host, Origin, token, effect ─► whole body ─► signed over the bytes ─► upstream ─► answer, as it streams
 *      │                  └── no: an answer of the sidecar, and nothing is sent        │
 *      └── leaves, at any point ─────────────────────────────────────────► the request upstream is destroyed
 */

export interface Line {
  readonly settings: SidecarSettings;
  readonly upstream: Upstream;
  readonly timestampMs: () => Promise<number>;
  readonly onCall: (call: SidecarCall) => void;
  /** Keeps what goes upstream and comes back; undefined: nothing is recorded. */
  readonly record: ((exchange: HarExchange) => void) | undefined;
}

type Notes = { -readonly [Name in keyof SidecarCall]: SidecarCall[Name] };

/** Takes one request from a caller to the service and the answer back. */
export async function passOn(line: Line, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { settings } = line;
  const notes = startNotes(request);
  response.on('close', () => {
    const status = response.headersSent ? response.statusCode : undefined;
    callSafely(() => line.onCall({ ...notes, status }));
  });
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
  notes.operationId = route.operation?.operationId;
  notes.effect = route.operation?.effect;
  const dangerous = judgeEffect(route, settings);
  if (dangerous !== undefined) return refuse(dangerous);

  const body = await readBody(request).catch(() => null);
  // The caller left in the middle of its request: there is no caller to answer.
  if (body === null) return;
  if (body === undefined) {
    const message = 'The body has more than 16 MiB. Nothing was sent to the service.';
    return refuse({ status: 413, reason: 'body-too-large', message });
  }
  const method = request.method!;
  const signed = await sign(line, notes, route, { method, body });
  // The caller may have left while the clock was measured: nothing is sent for it.
  if (response.destroyed) return;
  const headers = toUpstream(request.rawHeaders, { method, host: line.upstream.host, body, signed });
  const sent = line.upstream.send({ method, target: route.target, headers, body });
  const { origin, prefix } = settings.upstream;
  if (line.record !== undefined)
    recordExchange(sent.outgoing, { method, url: origin + prefix + route.target, headers, body }, line.record);
  bringBack(sent, response, request.headers.origin, (error) => refuse(toRefusal(error, sent, line, route)));
}

/**
 * Public operations are called without headers (service document, Authentication 5); those for which none are declared
 * are signed unless the dialect says otherwise.
 */
async function sign(
  { settings, timestampMs }: Line,
  notes: Notes,
  { target, operation }: SidecarRoute,
  { method, body }: { readonly method: string; readonly body: Buffer },
): Promise<Signed | undefined> {
  if (operation?.security === 'public') return undefined;
  if (operation?.security === 'undeclared' && !settings.signUndeclared) return undefined;
  notes.signed = true;
  const message = { timestampMs: await timestampMs(), method, prefix: settings.upstream.prefix, target, body };
  const wrong = settings.break?.sign(message, settings.credentials, settings.rule);
  if (wrong !== undefined) notes.broken = settings.break?.name;
  return wrong ?? signBytes(message, settings.credentials, settings.rule);
}

function bringBack(
  { outgoing }: SentUpstream,
  response: ServerResponse,
  origin: string | undefined,
  fail: (error: Error) => void,
): void {
  response.on('close', () => outgoing.destroy());
  outgoing.on('error', (error) => {
    if (response.destroyed) return;
    // Half an answer must not look like a whole one.
    if (response.headersSent) response.destroy();
    else fail(error);
  });
  outgoing.on('response', (incoming) => {
    response.sendDate = false;
    const headers = letPageRead(without(incoming.rawHeaders), origin);
    response.writeHead(incoming.statusCode!, incoming.statusMessage, [...headers]);
    incoming.on('error', () => response.destroy());
    incoming.pipe(response);
  });
}

function toRefusal(
  error: Error,
  { hasLeft }: SentUpstream,
  { upstream }: Line,
  { operation }: SidecarRoute,
): SidecarRefusal {
  const outcome = classifyOutcome({ connected: hasLeft() });
  const what = hasLeft() ? 'the connection to the service broke' : `no connection to ${upstream.origin}`;
  const trust = CERTIFICATE.test((error as NodeJS.ErrnoException).code ?? '') ? TRUST : '';
  const message = `${what} (${error.message || error.name}). ${consequenceOf(outcome, { readOnly: operation?.effect === 'read', operation })}${trust}`;
  return { status: 502, reason: hasLeft() ? 'connection-broken' : 'no-connection', message };
}

/** Codes of Node.js for a certificate without a known authority. */
const CERTIFICATE = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;
const TRUST = ' For a certificate of your own, start the sidecar with NODE_EXTRA_CA_CERTS=<file in PEM>.';

function startNotes({ method = '' }: IncomingMessage): Notes {
  return {
    method,
    target: '(not read)',
    operationId: undefined,
    effect: undefined,
    signed: false,
    broken: undefined,
    status: undefined,
    refused: undefined,
  };
}
