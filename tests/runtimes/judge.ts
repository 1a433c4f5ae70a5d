import type { Fault } from './faults.js';
import type { Said } from './program.js';
import type { Arrived } from './server.js';

/** The fate of the orders of one fault. */
export interface Verdict {
  /** Faults that cost money: sent twice, or an outcome or an id that is not true. */
  readonly wrong: readonly string[];
  /** Not wrong, but less than was expected. */
  readonly weaker: readonly string[];
}

/** Compares what the client said with what arrived. */
export function judge(fault: Fault, said: readonly Said[], arrived: readonly Arrived[]): Verdict {
  const wrong: string[] = [];
  const weaker: string[] = [];
  const byId = fault.call === undefined;
  if (!byId && arrived.length > said.filter(({ outcome }) => outcome !== 'not-sent').length)
    wrong.push(`${said.length} calls arrived ${arrived.length} times`);
  for (const [index, { outcome, orderId, message }] of said.entries()) {
    const id = String(index + 1);
    const name = byId ? `order ${id}` : `call ${id}`;
    const own = arrived.filter((request) => request.id === id);
    const taken = own.some((request) => request.taken);
    if (own.length > 1) wrong.push(`${name} was sent ${own.length} times`);
    if (outcome === 'crash') wrong.push(`${name}: ${message}`);
    if (byId && outcome === 'accepted' && !taken) wrong.push(`${name} is accepted, but was not taken`);
    if (byId && outcome === 'accepted' && orderId !== `9${id.padStart(3, '0')}`)
      wrong.push(`${name} has the id of another: ${orderId}`);
    if (byId && outcome === 'rejected' && taken) wrong.push(`${name} is rejected, but was taken`);
    if (!byId && outcome === 'rejected') wrong.push(`${name} is rejected, but was taken`);
    if (byId && outcome === 'not-sent' && own.length > 0) wrong.push(`${name} is not-sent, but arrived`);
    const expected = (fault.expected ?? fault.best)?.[index];
    if (expected !== undefined && outcome !== expected) weaker.push(`${name}: ${outcome} instead of ${expected}`);
  }
  return { wrong, weaker };
}

/** True when the server was too slow for the fault to come when it was meant to. */
export const cameTooLate = ({ beforeSecond }: Fault, lateMs: number, said: readonly Said[]): boolean =>
  beforeSecond === true && said.length > 1 && said[1]!.startMs <= lateMs + 1;
