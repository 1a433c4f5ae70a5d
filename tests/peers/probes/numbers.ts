import type { Finding } from '../finding.js';
import { answer } from '../server.js';
import { attempt, onServer, type Probe, told } from './probe.js';

const BIG = { id: '1690615676032452985', decimal: '67000.1000000000000000' };
const SMALL = { id: '42', decimal: '1.5' };

/** What becomes of an id and a decimal that the service writes as JSON numbers. */
export const probeNumbers: Probe = async (peer, load) => {
  const received = ({ id, decimal }: typeof BIG) =>
    onServer([peer, load], answer(peer.answer(id, decimal)), async (opened) => {
      const ended = await attempt(() => opened.create());
      if (ended.how !== 'result') throw ended.error ?? new Error(told(ended));
      const values = peer.read(ended.result as never);
      if (values.id === undefined) throw new Error('the result has no id');
      return values;
    });
  const [big, small] = [await received(BIG), await received(SMALL)];
  const changes = (['id', 'decimal'] as const).filter((field) => typeof big[field] !== typeof small[field]);
  return {
    idKept: kept(big.id, BIG.id),
    decimalKept: kept(big.decimal, BIG.decimal),
    typesChange: {
      answer: changes.length > 0,
      ...(changes.length > 0 && {
        note: changes.map((field) => `${field}: ${typeof small[field]}, then ${typeof big[field]}`).join('; '),
      }),
    },
  };
};

function kept(value: unknown, wire: string): Finding {
  if (value === undefined || value === null) return { answer: false, note: 'left out of the result' };
  return { answer: String(value) === wire, note: `${String(value)} (${typeof value})` };
}
