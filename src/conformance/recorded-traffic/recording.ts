import { readSigningRule } from '../../core/read-signing-rule.js';
import type { SigningRule } from '../../core/signing-rule.js';
import { readAnswer, type Reading, type SentCall } from '../call/answer.js';
import { type BodyReader, createRememberingBodyReader } from '../call/read-body.js';
import type { ConformanceOptions } from '../model/report-model.js';
import type { Operation, OperationId } from '../model/operations.js';
import { type ObservedCall, operationOf, splitPath } from './observed-call.js';
import { createEvidence } from './recorded-evidence.js';
import { findSigningRule } from './find-signing-rule.js';
import { mergeFiles } from './merge-files.js';
import type { HarFile, RecordedCall } from './read-har.js';
import { MISSING } from './recorded-body.js';
import { headerIn } from './recorded-headers.js';
import { learnRefusalsOf } from './recorded-refusals.js';
import { isMilliseconds, readInput, type RequestFaults, signingHeader } from './request-faults.js';
import { createSignatureReader, isRedacted, type KnownSigning, type SignatureState } from './signature-state.js';
import { createHeaderReader } from './missing-headers.js';

export interface RecordingOptions extends Pick<ConformanceOptions, 'credentials' | 'signing'> {
  /** Base URL of the service. Default: the one that the most calls of described operations went to. */
  readonly baseUrl?: string | URL | undefined;
}

/** The calls of described operations, in the order of time, and what else there was. */
export interface Recording {
  readonly baseUrl: string;
  readonly calls: readonly ObservedCall[];
  of(operationId: OperationId): readonly ObservedCall[];
  /** Undefined without a secret, and where no signature fits it. */
  readonly signing: KnownSigning | undefined;
  /** True when refusals are known from a call that had to be refused. */
  readonly knowsRefusals: boolean;
  /** The form of a refusal as learnt, where its status or code does not tell. */
  readonly refusals: string | undefined;
  /** Calls that went elsewhere. */
  readonly elsewhere: number;
  /** Why calls on the account may be missing, so that orders cannot be followed. */
  readonly gap: string | undefined;
  /** Calls that another file has as well. */
  readonly repeated: number;
  /** Calls to the base URL that no operation describes. */
  readonly undescribed: number;
  readonly unreadable: number;
}

interface AddressedCall {
  readonly call: RecordedCall;
  readonly prefix: string;
  readonly target: string;
  readonly operation: Operation | undefined;
}

/** Finds the calls of the service in what was recorded, and reads each as far as it goes. */
export function readRecording(files: readonly HarFile[], options: RecordingOptions): Recording {
  const { calls: all, repeated } = mergeFiles(files);
  const base = options.baseUrl === undefined ? busiest(all) : baseOf(new URL(options.baseUrl));
  const origin = new URL(base).origin;
  const prefix = base.slice(origin.length);
  const here = all.flatMap((call) => place(call, origin, prefix) ?? []);
  const described = here
    .filter((one): one is AddressedCall & { operation: Operation } => one.operation !== undefined)
    .map((one) => (mayHaveHadBody(one) ? { ...one, call: { ...one.call, body: MISSING } } : one));
  const unreadable = files.reduce((sum, file) => sum + file.unreadable, 0);
  const given: SigningRule = readSigningRule(options.signing ?? {}, 'signing');
  const signedOnes = described.filter(({ operation }) => operation.security !== 'public');
  const signing = options.credentials && findSigningRule(signedOnes, given, options.credentials, prefix);
  const signatures = signing && createSignatureReader(signing);
  const headers = createHeaderReader(signedOnes);
  const evidence = createEvidence(options.credentials, signing);
  const readBody = createRememberingBodyReader();

  const draft = described.map(({ call, target, operation }): ObservedCall => {
    const { input, faults } = readInput(operation, call);
    const signature: SignatureState =
      operation.security === 'public' || signatures === undefined
        ? { kind: 'unknown', why: 'there is no secret to read it with' }
        : signatures.read(call, target);
    const sent: SentCall = evidence(call, operation, target);
    const isTimed = operation.security === 'public' || isMilliseconds(signingHeader(call, 'timestamp'));
    const requestFaults: RequestFaults = {
      ...faults,
      headers: headers.missing(operation, call),
      open: faults.open ?? (isTimed ? undefined : 'its X-CH-TS is not in milliseconds'),
    };
    return {
      recorded: call,
      operation,
      startMs: call.startMs,
      endMs: call.endMs,
      target,
      input,
      faults: requestFaults,
      signature,
      isWhole: call.response !== undefined && !call.response.body.missing,
      reading: readingOf(call, sent, readBody),
    };
  });
  const { shape, isKnown } = learnRefusalsOf(draft);
  const calls =
    shape === undefined
      ? draft
      : draft.map((call) => {
          if (call.operation.security === 'public' || !call.isWhole) return call;
          return { ...call, reading: readAnswer(call.reading.sent, [shape], readBody) };
        });
  const byOperation = new Map<OperationId, ObservedCall[]>();
  for (const call of calls) {
    const list = byOperation.get(call.operation.operationId);
    if (list === undefined) byOperation.set(call.operation.operationId, [call]);
    else list.push(call);
  }
  return {
    baseUrl: base,
    calls,
    of: (operationId) => byOperation.get(operationId) ?? [],
    signing,
    knowsRefusals: isKnown,
    refusals: shape?.text,
    elsewhere: all.length - here.length + files.reduce((sum, { otherSchemes }) => sum + otherSchemes, 0),
    undescribed: here.length - described.length,
    unreadable,
    repeated,
    gap: gapIn({ all, here, described, unreadable, isChosen: options.baseUrl !== undefined }),
  };
}

/** Programs that know no GET with a body leave it out, and write its size as 0. */
const mayHaveHadBody = ({ call, target, operation }: AddressedCall & { operation: Operation }): boolean =>
  operation.getBody &&
  call.body.text === undefined &&
  !target.includes('?') &&
  headerIn(call.headers, 'content-length') !== '0';

interface SortedCalls {
  readonly all: readonly RecordedCall[];
  readonly here: readonly AddressedCall[];
  readonly described: readonly AddressedCall[];
  readonly unreadable: number;
  /** True when the base URL was given. */
  readonly isChosen: boolean;
}

/** Calls of described operations at other addresses may be about the same account, and so may what cannot be read. */
function gapIn({ all, here, described, unreadable, isChosen }: SortedCalls): string | undefined {
  if (unreadable > 0) return `${unreadable} entries cannot be read, and may be calls on the account`;
  const own = new Set(here.map(({ call }) => call));
  const keys = new Set(described.flatMap(({ call }) => call.signing.apiKey ?? []));
  const others = all.filter((call) => {
    if (own.has(call)) return false;
    const rest = splitPath(call.target.split('?')[0]!)?.rest;
    if (rest === undefined || operationOf(call.method, rest) === undefined) return false;
    const { apiKey } = call.signing;
    return !isChosen || (apiKey !== undefined && !isRedacted(apiKey) && keys.has(apiKey));
  });
  if (others.length === 0) return undefined;
  const places = [...new Set(others.map(({ origin, target }) => origin + splitPath(target.split('?')[0]!)!.prefix))];
  return `${others.length} calls of described operations went to ${places.slice(0, 3).join(', ')}, perhaps on the same account; --base-url chooses`;
}

function readingOf({ response, failure }: RecordedCall, sent: SentCall, readBody: BodyReader): Reading {
  if (response !== undefined && !response.body.missing) return readAnswer(sent, undefined, readBody);
  const summary = response === undefined ? (failure ?? 'no response was recorded') : 'its body was not recorded whole';
  const none = { code: undefined, json: undefined, exact: undefined };
  return { ...none, kind: 'none', sent, status: response?.status, summary };
}

const baseOf = (url: URL): string => url.origin + url.pathname.replace(/\/$/, '');

function place(call: RecordedCall, origin: string, prefix: string): AddressedCall | undefined {
  if (call.origin !== origin || !call.target.startsWith(prefix)) return undefined;
  const target = call.target.slice(prefix.length);
  return { call, prefix, target, operation: operationOf(call.method, target.split('?')[0]!) };
}

/** Where the most calls of described operations went: origin, and what comes before the described paths. */
function busiest(calls: readonly RecordedCall[]): string {
  const counts = new Map<string, number>();
  for (const { origin, target, method } of calls) {
    const found = splitPath(target.split('?')[0]!);
    if (found === undefined || operationOf(method, found.rest) === undefined) continue;
    const base = origin + found.prefix;
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? calls[0]?.origin ?? 'http://localhost';
}
