import { errorCodes } from '../../../generated/error-codes.js';
import { readSigningRule } from '../../core/read-signing-rule.js';
import type { SigningRule } from '../../core/signing-rule.js';
import { headerIn } from '../../recording/header-pairs.js';
import { isInputSigned } from '../checks/forgery/other-calls.js';
import { readAnswer, type Reading, type SentCall } from '../call/answer.js';
import { type BodyReader, createRememberingBodyReader, type JsonBody } from '../call/read-body.js';
import { groupBy, mostOften } from '../model/groups.js';
import type { ConformanceOptions } from '../model/report-model.js';
import type { Operation, OperationId } from '../model/operations.js';
import { type ObservedCall, operationOf, splitPath, type AddressedCall, type Recording } from './recording-model.js';
import { RecordedEvidence } from './recorded-evidence.js';
import { findOtherDigest, findSigningRule } from './find-signing-rule.js';
import { gapIn } from './gaps.js';
import { mergeFiles } from './merge-files.js';
import { looksAccepted } from './outcomes.js';
import { type HarFile, type RecordedCall, THIS_RUN } from './read-har.js';
import { MISSING } from './recorded-body.js';
import { learnRefusalsOf } from './recorded-refusals.js';
import { createHeaderReader, isMilliseconds, readInput, type RequestFaults } from './request-faults.js';
import { createSignatureReader, type SignatureState } from './signature-state.js';

export interface RecordingOptions extends Pick<ConformanceOptions, 'credentials' | 'signing'> {
  /** Base URL of the service. Default: the one that the most calls of described operations went to. */
  readonly baseUrl?: string | URL | undefined;
}

type DescribedCall = AddressedCall & { readonly operation: Operation };

/** Finds the calls of the service in what was recorded, and reads each as far as it goes. */
export function readRecording(files: readonly HarFile[], options: RecordingOptions): Recording {
  const { calls: all, repeated } = mergeFiles(files);
  const base = options.baseUrl === undefined ? busiest(all) : baseOf(new URL(options.baseUrl));
  const origin = new URL(base).origin;
  const prefix = base.slice(origin.length);
  const here = all.flatMap((call) => place(call, origin, prefix) ?? []);
  const described = here.filter((one): one is DescribedCall => one.operation !== undefined);
  const unreadable = files.reduce((sum, file) => sum + file.unreadable, 0);
  const given: SigningRule = readSigningRule(options.signing ?? {}, 'signing');
  const signedOnes = described.filter(({ operation }) => operation.security !== 'public');
  const signing = options.credentials && findSigningRule(signedOnes, given, options.credentials, prefix);
  const otherDigest =
    options.credentials && signing === undefined
      ? findOtherDigest(signedOnes, given, options.credentials, prefix)
      : undefined;
  const readSignature = signing && createSignatureReader(signing);
  const missingHeaders = createHeaderReader(signedOnes);
  const hiding = { secrets: options.credentials === undefined ? [] : [options.credentials.apiSecret], signing };
  const readBody = createRememberingBodyReader();

  const draft = described.map((one): ObservedCall => {
    const { target, operation } = one;
    const isOpen = operation.security === 'public' || readSignature === undefined;
    const read = (call: RecordedCall): SignatureState => (isOpen ? NO_SECRET : readSignature(call, target, operation));
    const first = read(one.call);
    const isMade = first.kind === 'wrong' && first.isForged;
    const call = isMade ? one.call : withDoubt(one, first.kind === 'right' ? signing?.rule : undefined);
    const signature = call === one.call ? first : read(call);
    const isFitting = signature.kind === 'right' && isInputSigned(operation, signing!.rule);
    const isProven = isMade || isFitting || call.file === THIS_RUN;
    const { input, faults } = readInput(operation, call, isProven);
    const sent = new RecordedEvidence(call, operation, target, hiding);
    const isTimed = operation.security === 'public' || isMilliseconds(call.signing.timestamp);
    const open = faults.open ?? (isTimed ? undefined : 'its X-CH-TS is not in milliseconds');
    const requestFaults = { headers: missingHeaders(operation, call), input: faults.input, open };
    return {
      recorded: call,
      operation,
      startMs: call.startMs,
      endMs: call.endMs,
      target,
      input,
      faults: isFaultless(requestFaults) ? FAULTLESS : requestFaults,
      signature,
      isProven,
      isWhole: call.response !== undefined && !call.response.body.missing,
      // Known when the form of refusals is.
      isAccepted: false,
      reading: readingOf(call, operation, sent, readBody),
    };
  });
  const { shape, isKnown } = learnRefusalsOf(draft);
  const calls = draft.map((call): ObservedCall => {
    const { operation, isWhole } = call;
    const isOther = shape !== undefined && operation.security !== 'public' && isWhole;
    const { sent } = call.reading;
    const reading = isOther ? lightReading(readAnswer(sent, [shape], readBody), operation, readBody) : call.reading;
    return { ...call, reading, isAccepted: looksAccepted({ ...call, reading }, isKnown) };
  });
  const byOperation = groupBy(calls, ({ operation }) => operation.operationId);
  return {
    baseUrl: base,
    calls,
    of: (operationId) => byOperation.get(operationId) ?? [],
    signing,
    otherDigest,
    knowsRefusals: isKnown,
    refusals: shape?.text,
    elsewhere: all.length - here.length + files.reduce((sum, { otherSchemes }) => sum + otherSchemes, 0),
    undescribed: here.length - described.length,
    unreadable,
    repeated,
    gap: gapIn({ all, here, calls, unreadable, files, isChosen: options.baseUrl !== undefined }),
  };
}

/** Most calls of a recording are right, and share it. */
const FAULTLESS: RequestFaults = { headers: [], input: [], open: undefined };
const isFaultless = ({ headers, input, open }: RequestFaults): boolean =>
  headers.length === 0 && input.length === 0 && open === undefined;

const NO_SECRET: SignatureState = { kind: 'unknown', why: 'there is no secret to read it with' };

/**
 * Programs leave out bodies and queries without a word, and write their size as 0: that none was sent is known only from a header,
 * where the signature fits and would not fit with one, or of a call that was passed on.
 */
function withDoubt({ call, target, operation }: DescribedCall, fitting: SigningRule | undefined): RecordedCall {
  const isSigned = fitting !== undefined && isInputSigned(operation, fitting);
  if (target.includes('?') || call.file === THIS_RUN) return call;
  if (operation.input === 'query') return isSigned ? call : { ...call, isExact: false };
  const isSaid = isSigned || headerIn(call.headers, 'content-length') === '0';
  return operation.input === 'body' && call.body.text === undefined && !isSaid ? { ...call, body: MISSING } : call;
}

function readingOf(
  { response, failure }: RecordedCall,
  operation: Operation,
  sent: SentCall,
  readBody: BodyReader,
): Reading {
  if (response !== undefined && !response.body.missing)
    return lightReading(readAnswer(sent, undefined, readBody), operation, readBody);
  const summary = response === undefined ? (failure ?? 'no response was recorded') : 'its body was not recorded whole';
  const none = { code: undefined, json: undefined, exact: undefined };
  return { ...none, kind: 'none', sent, status: response?.status, summary };
}

/** A code may say that it is not known what became of a write. */
function lightReading(reading: Reading, { effect, operationId }: Operation, readBody: BodyReader): Reading {
  const { kind, code } = reading;
  const isOpen = effect !== 'read' && kind === 'refused' && errorCodes[code ?? '']?.outcome === 'unknown';
  return new LightReading(reading, isOpen ? 'unclear' : kind, operationId, readBody);
}

/** A reading whose body is read again when it is asked for: all bodies of a long recording as objects are more than fits into memory. */
class LightReading implements Reading {
  readonly sent: SentCall;
  readonly status: Reading['status'];
  readonly code: Reading['code'];
  readonly summary: string;
  readonly #readBody: BodyReader | undefined;

  constructor(
    reading: Reading,
    readonly kind: Reading['kind'],
    private readonly operationId: OperationId,
    readBody: BodyReader,
  ) {
    this.sent = reading.sent;
    this.status = reading.status;
    this.code = reading.code;
    this.summary = reading.summary;
    this.#readBody = reading.json === undefined ? undefined : readBody;
  }

  get json(): unknown {
    return this.#read()?.json;
  }

  get exact(): unknown {
    return this.#read()?.exact;
  }

  #read(): JsonBody | undefined {
    const body = this.#readBody?.(this.sent.response?.body ?? '', this.operationId);
    return body === undefined || 'unread' in body ? undefined : body;
  }
}

const baseOf = (url: URL): string => url.origin + url.pathname.replace(/\/$/, '');

function place(call: RecordedCall, origin: string, prefix: string): AddressedCall | undefined {
  if (call.origin !== origin || !call.target.startsWith(prefix)) return undefined;
  const target = call.target.slice(prefix.length);
  return { call, prefix, target, operation: operationOf(call.method, target.split('?')[0]!) };
}

/** Where the most calls of described operations went: origin, and what comes before the described paths. */
function busiest(calls: readonly RecordedCall[]): string {
  const bases = calls.flatMap(({ origin, target, method }) => {
    const found = splitPath(target.split('?')[0]!);
    return found === undefined || operationOf(method, found.rest) === undefined ? [] : [origin + found.prefix];
  });
  return mostOften(bases) ?? calls[0]?.origin ?? 'http://localhost';
}
