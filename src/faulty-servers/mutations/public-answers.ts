import { breaking, type Mutation, rewriting } from './mutation.js';
import { givenAgain } from './own-calls.js';
import { clauses } from '../../conformance/model/clauses.js';

const ping = breaking(clauses.ping, 'shape/ping/exactly-empty-object');
const milliseconds = breaking(clauses.serverTime, 'shape/time/milliseconds');
const zone = breaking(clauses.timezone, 'shape/time/timezone-text');

const time = (change: (body: string) => string) => rewriting(['getServerTime'], change);

export const PUBLIC_ANSWERS: readonly Mutation[] = [
  ping`ping-not-empty: Ping returns a member`(rewriting(['ping'], () => '{"status":"ok"}')),
  ping`ping-answers-a-list: Ping returns an empty list`(rewriting(['ping'], () => '[]')),
  milliseconds`time-in-seconds: Server Time is in seconds`(
    time((body) => body.replace(/("serverTime":\d+)\d{3}/, '$1')),
  ),
  milliseconds`server-time-as-text: Server Time returns digits in a string`(
    time((body) => body.replace(/"serverTime":(\d+)/, '"serverTime":"$1"')),
  ),
  breaking(
    clauses.serverTime,
    'sign/hmac-sha256',
  )`server-time-of-a-time-zone: Server Time is eight hours ahead of the clock that timestamps are compared with`(
    time((body) => body.replace(/"serverTime":(\d+)/, (_, ms: string) => `"serverTime":${Number(ms) + 28_800_000}`)),
  ),
  breaking(
    clauses.serverTime,
    'shape/getServerTime/every-time',
  )`server-time-kept: Server Time is the same for a quarter of a minute`(
    givenAgain((operationId) => operationId === 'getServerTime', 15_000),
  ),
  zone`timezone-missing: Server Time returns no timezone`(time((body) => body.replace(/,"timezone":"[^"]*"/, ''))),
  zone`timezone-as-number: Server Time returns an offset in place of a name`(
    time((body) => body.replace(/"timezone":"[^"]*"/, '"timezone":0')),
  ),
];
