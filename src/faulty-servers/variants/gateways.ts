import type { RawRequest, RawResponse } from '../../sandbox/http/request.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch } from '../../sandbox/stages.js';
import { type Variant, variant } from './variant.js';

type Instead = (request: RawRequest, nowMs: number) => Partial<RawResponse> | undefined;

/** Answers public calls before the service does. */
const before =
  (start: () => Instead, ids: readonly string[] = ['getContracts']): Patch =>
  (_reference, _secretOf, now) => {
    const instead = start();
    return {
      send(answer, request) {
        const isSuch = ids.includes(answer.operation?.operationId ?? '');
        const response = isSuch ? instead(request, now()) : undefined;
        return response === undefined
          ? answer
          : { ...answer, refused: '-1000', response: { ...answer.response, ...response } };
      },
    };
  };

const always = (response: Partial<RawResponse>): Patch => before(() => () => response);

const away = (seconds: number) => ({ status: 503, headers: { 'retry-after': String(seconds) }, body: '' });

/** Every nth call begins a time in which the service is away, and says when to come back. */
const awayAfter =
  (nth: number, seconds: number, response: RawResponse = away(seconds)): Patch =>
  (reference, _secretOf, now) => {
    let count = 0;
    let untilMs = 0;
    return {
      authorize(...all) {
        if (now() >= untilMs && ++count % nth === 0) untilMs = now() + seconds * 1000;
        return now() < untilMs ? refuse('-1016', 'Back soon.') : reference.authorize(...all);
      },
      send: (answer) => (answer.refused === '-1016' ? { ...answer, response } : answer),
    };
  };

/** Every nth call is done, and begins a time in which responses are replaced: the service is away. */
const awayOnceDone =
  (nth: number, seconds: number): Patch =>
  (_reference, _secretOf, now) => {
    let count = 0;
    let untilMs = 0;
    return {
      send(answer) {
        if (++count % nth === 0) untilMs = now() + seconds * 1000;
        return now() >= untilMs ? answer : { ...answer, response: away(seconds) };
      },
    };
  };

const PAGE = '<!doctype html><html><body>One moment, please.</body></html>';

/** Gateways, and services that are away for a time. The service document says nothing about either. */
export const GATEWAY_VARIANTS: readonly Variant[] = [
  variant`contracts-closed-to-a-network: The list of contracts is closed to a network`(
    always({ status: 403, body: PAGE }),
  ),
  variant`contracts-closed-to-a-country: The list of contracts is closed to a country`(always({ status: 451 })),
  variant`contracts-behind-a-challenge: A gateway asks whether there is a browser`(always({ status: 503, body: PAGE })),
  variant`contracts-under-maintenance: The list of contracts is under maintenance, and says so`(
    always({ body: '{"code":"-1016","msg":"System maintenance"}' }),
  ),
  variant`contracts-away-at-first: The list of contracts is away for 20 seconds, and says when to come back`(
    before(() => {
      let startedMs: number | undefined;
      const response = { status: 503, headers: { 'retry-after': '20' } };
      return (_request, nowMs) => (nowMs - (startedMs ??= nowMs) < 20_000 ? response : undefined);
    }),
  ),
  variant`away-at-times: The service is away for 2 seconds after every 40 calls, and says so`(awayAfter(40, 2)),
  variant`balancer-page-at-times: The service is away for a moment after every 37 calls, and a page says so`(
    awayAfter(37, 0.001, { status: 503, headers: { 'content-type': 'text/html' }, body: PAGE }),
  ),
  variant`away-once-done: The service does what it is asked, and is away for a second at every 13th response`(
    awayOnceDone(13, 1),
  ),
  variant`public-calls-filtered-now-and-then: A filter takes one public call in five for that of a robot`(
    before(() => {
      let count = 0;
      return () => (++count % 5 === 0 ? { status: 403, body: PAGE } : undefined);
    }, ['ping', 'getServerTime', 'getContracts']),
  ),
];
