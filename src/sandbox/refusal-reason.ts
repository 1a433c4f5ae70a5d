import { operations } from '../../generated/operations.js';
import { duration, timestampNote } from '../diagnosis/form.js';
import { splitTarget } from '../core/signing-rule.js';
import { type Access, API_KEY, SIGNATURE, TIMESTAMP } from './access.js';
import type { RawRequest, SandboxResponse } from './http/request.js';

/** Says in words why a request was refused, for the log of the sandbox's owner. Holds no key and no secret. */
export function reasonOf(
  given: SandboxResponse,
  request: RawRequest,
  keys: ReadonlyMap<string, Access>,
  nowMs: number,
): string | undefined {
  const { headers, target, body } = request;
  switch (given.refused) {
    case '-1002':
      return given.operation === undefined ? noOperation(request) : missing(headers);
    case '-1023':
    case '-1024':
      return missing(headers);
    case '-1021':
      return aboutTime(headers[TIMESTAMP] ?? '', nowMs);
    case '-2015':
      return aboutKey(headers[API_KEY] ?? '', keys);
    case '-1121':
      return /contractName/.test(target + body) ? 'no such contract' : 'contractName is missing';
    case '-1102':
      return aboutBody(body) ?? messageOf(given.response.body);
    default:
      return messageOf(given.response.body);
  }
}

function noOperation({ method, target }: RawRequest): string {
  const { path } = splitTarget(target);
  const others = Object.values(operations).filter((operation) => operation.path === path);
  const methods = others.map((operation) => operation.method).join(' and ');
  return methods === '' ? `no operation has the path ${path}` : `${path} takes ${methods}, not ${method}`;
}

function missing(headers: RawRequest['headers']): string {
  const signing = [API_KEY, TIMESTAMP, SIGNATURE];
  const names = signing.filter((name) => !headers[name]);
  const others = Object.keys(headers).filter((name) => name.startsWith('x-ch-') && !signing.includes(name));
  const misspelt = others.length > 0 ? `; ${others.join(', ').toUpperCase()} is not one of its headers` : '';
  return `${names.join(', ').toUpperCase()} ${names.length > 1 ? 'are' : 'is'} missing${misspelt}`;
}

function aboutTime(timestamp: string, nowMs: number): string {
  const note = timestampNote(timestamp);
  if (note !== undefined) return note;
  const age = nowMs - Number(timestamp);
  const quarters = Math.abs(age / QUARTER_MS);
  const isLocalTime = quarters > 1 && quarters < 14.1 * 4 && Math.abs(quarters - Math.round(quarters)) < 0.01;
  const where = age > 0 ? 'behind this clock' : 'ahead of this clock';
  return `X-CH-TS is ${duration(Math.abs(age))} ${where}${isLocalTime ? ': local time in place of UTC?' : ''}`;
}

/** Time zones are quarters of an hour apart, and at most 14 hours from UTC. */
const QUARTER_MS = 900_000;

function aboutKey(given: string, keys: ReadonlyMap<string, Access>): string {
  if ([...keys.values()].some(({ isSecret }) => isSecret(given)))
    return 'the secret is in X-CH-APIKEY: key and secret are swapped';
  const bare = (key: string): string => key.replace(/^["']|["']$/g, '').toLowerCase();
  const isNear = [...keys.keys()].some((key) => bare(key) === bare(given));
  return `X-CH-APIKEY is not a key of this sandbox${isNear ? ': its case is wrong, or it has quotes around it' : ''}`;
}

/** The usual ways to send something else than JSON. */
function aboutBody(body: string): string | undefined {
  const [variable] = /^(?:\$\{?|%)\w+[}%]?$/.exec(body) ?? [];
  if (variable !== undefined) return `the body is ${variable}: a shell puts no value between single quotes`;
  if (body.startsWith('\ufeff'))
    return 'the body begins with a byte order mark, which JSON does not allow: save it without';
  if (/^\{\s*'/.test(body)) return 'the body has single quotes, JSON has double ones (Python: json.dumps, not str)';
  if (/^\w+=/.test(body)) return 'the body is form fields, not JSON (Python requests: data=text, not data=dict)';
  return undefined;
}

function messageOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { msg?: string }).msg;
  } catch {
    return undefined;
  }
}
