import { headerIn } from '../../recording/header-pairs.js';
import type { Exchange, Report, Result } from '../model/report-model.js';
import type { CauseText } from './connection-cause.js';

/** More than any clock that is kept by NTP, and than the time of a slow call. */
const WRONG_MS = 5000;

/** Finds a wrong clock of the server by its time endpoint, by its Date header or by the way it refuses a timestamp. */
export function clockCause(report: Report): CauseText | undefined {
  const { clockOffsetMs, mode } = report;
  if (mode === 'observe') return undefined;
  if (clockOffsetMs !== null && Math.abs(clockOffsetMs) > WRONG_MS) {
    return {
      title: `The server's clock is ${difference(clockOffsetMs)} this machine (serverTime of the time endpoint)`,
      advice: isZone(clockOffsetMs)
        ? 'Whole half hours are a time zone: serverTime counts milliseconds since 1970 in UTC, not in local time.'
        : 'Set the clock of the server, or of this machine, by NTP. The kit stamps its calls with the time that the server tells.',
    };
  }
  const exchanges = report.results.flatMap((result) => result.exchanges);
  const offset = exchanges.map(dateOffset).find((ms) => ms !== undefined && Math.abs(ms) > WRONG_MS);
  // A time in seconds is one that the kit tries.
  const isRefused = exchanges.some(
    ({ request, response }) =>
      response !== undefined &&
      TIMESTAMP.test(response.body) &&
      /^\d{13}$/.test(headerIn(request.headers, 'x-ch-ts') ?? ''),
  );
  if (!isRefused || report.results.some(showsAcceptance)) return undefined;
  return {
    title:
      offset === undefined
        ? 'The server refuses the timestamp of every signed call (code -1021), although it follows its time endpoint'
        : `The server refuses timestamps, and its Date header is ${difference(offset)} this machine: its clocks disagree`,
    advice:
      'The clock that checks X-CH-TS is not the one of the time endpoint, or it reads X-CH-TS as seconds: 13 digits are milliseconds. Several machines behind one address may differ.',
  };
}

const HALF_HOUR_MS = 1_800_000;

/** True for an offset of whole half hours, which is another time zone. */
const isZone = (ms: number): boolean =>
  Math.abs(ms) > WRONG_MS + HALF_HOUR_MS && Math.abs(ms - Math.round(ms / HALF_HOUR_MS) * HALF_HOUR_MS) < 60_000;

/** True when a signed call was taken with its timestamp: a check of signed calls passed, or failed after its control had. */
const showsAcceptance = ({ verdict, premises, control }: Result): boolean =>
  premises.includes('timestamp.window') && (verdict === 'pass' || (verdict === 'fail' && control !== undefined));

/** The code that refuses a timestamp on most hosts (observed). */
const TIMESTAMP = /"code"\s*:\s*"?-1021\b/;

function dateOffset({ response, startedAt, durationMs }: Exchange): number | undefined {
  const date = headerIn(response?.headers ?? [], 'date');
  const ms = date === undefined ? Number.NaN : Date.parse(date) - (Date.parse(startedAt) + durationMs / 2);
  return Number.isFinite(ms) ? ms : undefined;
}

function difference(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', `${seconds % 60} s`];
  return `${parts.filter((part) => part !== '').join(' ')} ${ms > 0 ? 'ahead of' : 'behind'}`;
}
