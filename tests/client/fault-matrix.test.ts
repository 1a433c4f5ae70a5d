import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatted } from '../../scripts/format.js';
import { EVIDENCE, withSection } from '../../scripts/section.js';
import { TIMEOUT_MS } from './fault-matrix/cell.js';
import { toSection } from './fault-matrix/document.js';
import { measure, type Row } from './fault-matrix/matrix.js';

let rows: readonly Row[];
beforeAll(async () => void (rows = await measure()));

const reads = () => rows.filter(({ call }) => call.effect === 'read');
const writes = () => rows.filter(({ call }) => call.effect !== 'read');

/** Rows for which the claim does not hold, as a person wants to see them. */
const against = (claimed: readonly Row[], holds: (row: Row) => boolean): unknown[] => {
  expect(claimed).not.toEqual([]);
  return claimed.filter((row) => !holds(row)).map(({ call: { method }, ...row }) => ({ method, ...row }));
};

it('the fault matrix of docs/evidence.md is what the client does', async () => {
  const committed = readFileSync(EVIDENCE, 'utf8');
  const page = await formatted(EVIDENCE, withSection(committed, 'fault-matrix', toSection(rows)));
  await expect(page, 'If that is meant, `npm run fault-matrix` rewrites it.').toMatchFileSnapshot(EVIDENCE);
});

describe('in the fault matrix', () => {
  it('every call succeeds when nothing goes wrong, and changes something unless it only reads', () => {
    const controls = rows.filter(({ fault }) => fault === 'none');
    expect(
      against(controls, ({ call, always }) => always.outcome === 'ok' && always.acted === (call.effect !== 'read')),
    ).toEqual([]);
  });

  it('what changes something is sent once, and what reads at most three times', () => {
    expect(against(writes(), ({ always }) => always.sends === 1)).toEqual([]);
    expect(
      against(reads(), ({ always, once }) => Math.max(always.sends, once?.sends ?? 1) <= 3 && always.sends >= 1),
    ).toEqual([]);
  });

  it('a response too many is not taken for the response of any call', () => {
    const desync = rows.filter(({ fault }) => fault === 'desync');
    expect(against(desync, ({ always }) => always.outcome === 'ok' && always.sends === 1)).toEqual([]);
  });

  it('every error is one of this package', () => {
    expect(against(rows, ({ always, once }) => ![always.outcome, once?.outcome].includes('untyped'))).toEqual([]);
  });

  it('a fault after the service has acted leaves the outcome of a write unknown, if it is noticed', () => {
    const after = writes().filter(({ fault }) => fault.endsWith('-after'));
    expect(against(after, ({ always }) => always.acted && ['unknown', 'ok'].includes(always.outcome))).toEqual([]);
  });

  it('nothing has changed where the outcome says that nothing has', () => {
    expect(against(rows, ({ always }) => !always.acted || ['unknown', 'ok'].includes(always.outcome))).toEqual([]);
    expect(against(reads(), ({ always, once }) => !always.acted && once?.acted !== true)).toEqual([]);
  });

  it('a write is over at the deadline of its one attempt, a read at the third one and the waits between', () => {
    expect(against(writes(), ({ always }) => always.stalledMs + always.waitedMs <= TIMEOUT_MS)).toEqual([]);
    expect(
      against(
        reads(),
        ({ always, once }) => always.stalledMs <= 3 * TIMEOUT_MS && (once?.stalledMs ?? 0) <= TIMEOUT_MS,
      ),
    ).toEqual([]);
  });
});
