import type { FaultKind } from '../../../../src/sandbox/http/faults.js';

/** Faults of the next call, in words, mildest first. */
export const FAULT_WORDS: { readonly [Kind in FaultKind]: string } = {
  'reset-after': 'done, then the connection is cut',
  'reset-before': 'the connection is cut before anything is done',
  '504-after': 'done, then HTTP 504 from a gateway',
  'stall-after': 'done, then the response never ends',
  'truncated-after': 'done, then half of the response',
  'empty-after': 'done, then HTTP 200 with nothing',
  'html-after': 'done, then HTTP 200 with a web page',
  html: 'not done, HTTP 200 with a web page',
  refuse: 'rejected: the service is shutting down (-1016)',
  'code-1006-after': 'done, then code -1006: outcome unknown',
  'code-1007-after': 'done, then code -1007: outcome unknown',
  'code-1003': 'too many requests, code -1003',
  'status-429': 'too many requests, HTTP 429',
  'status-418': 'banned for a while, HTTP 418',
  'status-410': 'too many requests, HTTP 410',
  skew: 'the clock of the exchange is an hour ahead',
  redirect: 'HTTP 307 to somewhere else',
  slow: 'the response comes byte by byte',
  'large-after': 'done, then three megabytes',
  'gzip-after': 'done, then a compressed response',
};
