import { type Mutation, rewriting } from './mutation.js';
import { ENDPOINTS, SERVER_TIME } from './words.js';

const PING = [{ heading: ENDPOINTS, quote: '| 14 | Ping | GET | /fapi/v1/ping | none | none | empty JSON object |' }];
const TIMEZONE = [{ heading: SERVER_TIME.heading, quote: '| timezone | string | time zone name |' }];

const time = (change: (body: string) => string) => rewriting(['getServerTime'], change);

export const PUBLIC_ANSWERS: readonly Mutation[] = [
  {
    id: 'ping-not-empty',
    title: 'Ping returns a member',
    breaks: PING,
    killedBy: ['shape/ping/exactly-empty-object'],
    patch: rewriting(['ping'], () => '{"status":"ok"}'),
  },
  {
    id: 'ping-answers-a-list',
    title: 'Ping returns an empty list',
    breaks: PING,
    killedBy: ['shape/ping/exactly-empty-object'],
    patch: rewriting(['ping'], () => '[]'),
  },
  {
    id: 'time-in-seconds',
    title: 'Server Time is in seconds',
    breaks: [SERVER_TIME],
    killedBy: ['shape/time/milliseconds'],
    patch: time((body) => body.replace(/("serverTime":\d+)\d{3}/, '$1')),
  },
  {
    id: 'server-time-as-text',
    title: 'Server Time returns digits in a string',
    breaks: [SERVER_TIME],
    killedBy: ['shape/time/milliseconds'],
    patch: time((body) => body.replace(/"serverTime":(\d+)/, '"serverTime":"$1"')),
  },
  {
    id: 'timezone-missing',
    title: 'Server Time returns no timezone',
    breaks: TIMEZONE,
    killedBy: ['shape/time/timezone-text'],
    patch: time((body) => body.replace(/,"timezone":"[^"]*"/, '')),
  },
  {
    id: 'timezone-as-number',
    title: 'Server Time returns an offset in place of a name',
    breaks: TIMEZONE,
    killedBy: ['shape/time/timezone-text'],
    patch: time((body) => body.replace(/"timezone":"[^"]*"/, '"timezone":0')),
  },
];
