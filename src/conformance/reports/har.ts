import { harEntry } from '../../recording/har-entry.js';
import type { Exchange, Report, Result } from '../model/report-model.js';
import { jsonInPieces } from './json-in-pieces.js';

/**
 * HAR 1.2 with every call that the report holds, whole bodies included; browsers and proxies open it. Custom members hold the
 * data that HAR has no member for: `_run`; `_check`, `_clause`, `_verdict`, `_operationId`, `_signingString`, `_failure`.
 */
export function* toHar({ results, target, mode, seed, clockOffsetMs, digests }: Report): Generator<string> {
  const entries = results
    .flatMap((result) => result.exchanges.map((exchange) => entryOf(result, exchange)))
    .sort((one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime));
  const creator = { name: 'futures conformance', version: digests.suite.slice(0, 12) };
  const run = { target, mode, seed, clockOffsetMs, digests };
  yield '{ "log":\n';
  yield* jsonInPieces({ version: '1.2', creator, _run: run }, 'entries', entries);
  yield '}\n';
}

const entryOf = ({ id, clause, verdict }: Result, exchange: Exchange) =>
  harEntry(exchange, {
    _check: id,
    _clause: clause,
    _verdict: verdict,
    _operationId: exchange.operationId,
    _signingString: exchange.request.signingString,
  });
