import { describe, expect, it } from 'vitest';
import { runSelftest, type SelftestReport, type Start } from '../../src/conformance/selftest/selftest.js';
import type { ServerVerdict } from '../../src/conformance/selftest/selftest-verdict.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { startServer } from '../support/raw-server.js';
import { changing, startSandbox } from './sandboxes.js';

/** Right but for some responses, and in this process: nothing here is about how a response is transferred. */
const sandbox =
  (options: SandboxOptions = {}, change?: Parameters<typeof changing>[0]): Start =>
  async () => {
    const { sandbox: whole, positionId } = createPrepared(options, changing(change).patch);
    const { url: baseUrl, credentials, plainFetch: fetch, now, wait } = whole;
    return { baseUrl, credentials, existing: { positionId }, inProcess: { fetch, now, wait }, close: async () => {} };
  };

const answering =
  (answer: Parameters<typeof startServer>[0]): Start =>
  async () => {
    const { origin: baseUrl, cut } = await startServer(answer);
    return { baseUrl, credentials: { apiKey: 'Key', apiSecret: 'Secret' }, close: async () => cut() };
  };

const reference = sandbox();
/** Where only the others are looked at. */
const none: Start = () => Promise.reject(new Error('not under test'));
const PING = 'shape/ping/exactly-empty-object';
/** Right but for the answer of ping. */
const pong = sandbox({}, ({ path }) => (path === '/fapi/v1/ping' ? { body: '{"pong":true}' } : undefined));
const mutant = (id: string, start: Start, killedBy: readonly string[] = [PING]) => ({ id, title: id, killedBy, start });

const rowOf = ({ servers }: SelftestReport, id: string): ServerVerdict => servers.find((row) => row.id === id)!;

describe('what a selftest finds', () => {
  // Several ways at once, and a cancellation that takes its time: the published twins differ in one way each.
  const twins = [
    { id: 'strings', start: sandbox({ dialect: { ids: 'string', decimals: 'string', times: 'string' } }) },
    {
      id: 'wrapped',
      start: sandbox({
        dialect: { order: 'wrapped', lists: 'wrapped', emptyList: 'null', receipt: 'wrapped', codes: 'number' },
      }),
    },
    {
      id: 'list',
      start: sandbox({ dialect: { order: 'array', lists: 'list', conditionReceipt: 'bare', extraFields: true } }),
    },
    { id: 'newest', start: sandbox({ dialect: { newestFirst: true, fromIdInclusive: false } }) },
    { id: 'slow', start: sandbox({ dialect: { cancelDelayMs: 30 } }) },
  ].map((twin) => ({ ...twin, title: twin.id }));
  const empty = answering({ body: '{}' });

  it('accuses no twin, believes no control and names what kills a mutant and what lives', async () => {
    const report = await runSelftest({
      reference,
      mutants: [mutant('pong', pong), mutant('harmless', reference)],
      twins,
      controls: [{ id: 'empty', title: 'always {}', start: empty }],
    });
    expect(report.servers.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'reference reference',
      'control empty',
      'mutant pong',
      'mutant harmless',
      ...twins.map(({ id }) => `twin ${id}`),
    ]);
    const wrong = report.servers.filter(({ outcome }) => outcome !== 'ok');
    expect(wrong).toEqual([
      {
        id: 'harmless',
        title: 'harmless',
        kind: 'mutant',
        expected: [PING],
        outcome: 'wrong',
        caughtBy: [],
        isCited: false,
        problems: [`${PING} is pass`],
      },
    ]);
    expect(rowOf(report, 'pong').caughtBy).toEqual([PING]);
    expect(report.withoutKill).toContain('shape/time/milliseconds');
    expect(report.withoutKill).not.toContain(PING);
    expect(report).toMatchObject({ ok: false, interrupted: false });
  });

  it('says the same of a server in this process as of one over HTTP, and waits for neither longer than it has to', async () => {
    const slow: Start = async () => ({
      ...(await sandbox({ dialect: { cancelDelayMs: 60_000 } })()),
      patienceMs: 100_000,
    });
    const plain: Start = async () => {
      const { sandbox: _, ...started } = await startSandbox();
      return started;
    };
    const checks = ['sign/getOpenOrders/', 'shape/getOrderHistory/', 'rule/cancel/', 'state/order/'];
    const { servers } = await runSelftest({
      reference: none,
      mutants: [mutant('pong', pong)],
      twins: [
        { id: 'slow', title: '', checks, start: slow },
        { id: 'plain', title: '', checks, start: plain },
      ],
    });
    expect(servers.slice(1).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['pong ok', 'slow ok', 'plain ok']);
  });

  it('wants every check that is named for a mutant, tries no other where that is asked for, and says why one was silent', async () => {
    const refusing = sandbox({}, ({ path }) => (path === '/fapi/v1/ping' ? { status: 503 } : undefined));
    const names = [PING, 'shape/ping/success', 'shape/time/milliseconds'];
    const mutants = [mutant('half', pong, names), mutant('deaf', refusing), mutant('unnamed', pong, [])];
    const report = await runSelftest({ reference: none, mutants });
    expect(rowOf(report, 'half')).toMatchObject({
      outcome: 'wrong',
      caughtBy: [PING],
      problems: ['shape/time/milliseconds is pass', 'shape/ping/success is pass'],
    });
    expect(rowOf(report, 'deaf').problems).toEqual([`${PING} is cannot-tell: ping was not accepted: status 503`]);
    expect(rowOf(report, 'unnamed')).toMatchObject({ outcome: 'wrong', problems: ['no check is named for it'] });
  });

  it('accuses the reference and a twin in the words of the check', async () => {
    const accused = [{ id: 'twin', title: '', checks: ['shape/ping/'], start: pong }];
    const report = await runSelftest({ reference: pong, mutants: [], twins: accused });
    for (const id of ['reference', 'twin']) {
      const { outcome, problems } = rowOf(report, id);
      expect([outcome, problems]).toEqual(['wrong', [`${PING} is fail: ping returned {"pong":true}, not {}`]]);
    }
  });

  it('says of a control that is believed what it got through with', async () => {
    const { servers } = await runSelftest({
      reference: none,
      mutants: [],
      controls: [{ id: 'real', title: 'the sandbox itself', start: reference }],
    });
    const { outcome, problems } = servers.find(({ id }) => id === 'real')!;
    expect([outcome, problems[0]]).toEqual(['wrong', 'the run is ok']);
    expect(problems).toContain('sign/getOpenOrders/letter-case is pass');
  });

  it('goes on where a server does not start, and where a check that is named does not exist', async () => {
    const mutants = [
      mutant('absent', () => Promise.reject(new Error('no port is free'))),
      mutant('misnamed', pong, ['shape/pong']),
      mutant('pong', pong),
    ];
    const report = await runSelftest({ reference: none, mutants });
    expect(rowOf(report, 'absent')).toMatchObject({
      outcome: 'wrong',
      problems: ['the run broke off: no port is free'],
    });
    expect(rowOf(report, 'misnamed').problems).toEqual([expect.stringContaining('no check begins with shape/pong')]);
    expect(rowOf(report, 'pong').outcome).toBe('ok');
  });

  it('has as many servers at a time as it is told, and says how far it is', async () => {
    let [running, most] = [0, 0];
    const counted: Start = async () => {
      const { close, ...target } = await reference();
      most = Math.max(most, ++running);
      return { ...target, close: () => (running--, close()) };
    };
    const mutants = ['a', 'b', 'c', 'd', 'e'].map((id) => mutant(id, counted));
    const told: string[] = [];
    await runSelftest({
      reference: none,
      mutants,
      atOnce: 2,
      onProgress: ({ done, total, current }) => told.push(`${done}/${total} ${current}`),
    });
    expect([most, running]).toEqual([2, 0]);
    expect(told).toHaveLength(7);
    expect([told[0], told.at(-1)]).toEqual(['0/6 reference', '6/6 ']);
  });
});

describe('a selftest that is interrupted', () => {
  it('ends the calls under way, closes what was started, starts nothing else and keeps what was judged', async () => {
    const stop = new AbortController();
    const closed: string[] = [];
    const noting =
      (id: string, start: Start): Start =>
      async () => {
        const { close, ...target } = await start();
        return { ...target, close: () => (closed.push(id), close()) };
      };
    // The call that it never answers would last ten seconds.
    const silent = answering(() => stop.abort());
    const report = await runSelftest({
      reference: noting('reference', reference),
      mutants: [
        mutant('pong', noting('pong', pong)),
        mutant('silent', noting('silent', silent)),
        mutant('late', noting('late', pong)),
      ],
      twins: [{ id: 'twin', title: 'twin', start: noting('twin', reference) }],
      atOnce: 1,
      signal: stop.signal,
    });
    expect(report.servers.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'reference ok',
      'pong ok',
      'silent not-judged',
      'late not-judged',
      'twin not-judged',
    ]);
    expect(closed).toEqual(['reference', 'pong', 'silent']);
    expect(report).toMatchObject({ ok: false, interrupted: true, withoutKill: [] });
    expect(report.servers.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('holds against a server what a check had said of it by then', async () => {
    const stop = new AbortController();
    const failing = sandbox({}, ({ path }) => {
      if (path === '/fapi/v1/ping') return { body: '{"pong":true}' };
      if (path === '/fapi/v1/myTrades') stop.abort();
      return undefined;
    });
    const { servers, interrupted } = await runSelftest({ reference: failing, mutants: [], signal: stop.signal });
    expect(interrupted).toBe(true);
    expect(servers).toMatchObject([
      { id: 'reference', outcome: 'wrong', problems: [`${PING} is fail: ping returned {"pong":true}, not {}`] },
    ]);
  });

  it('starts nothing when it was stopped before', async () => {
    const start = (): never => {
      throw new Error('started');
    };
    const report = await runSelftest({ reference: start, mutants: [], signal: AbortSignal.abort() });
    expect(report).toMatchObject({ ok: false, interrupted: true, servers: [{ outcome: 'not-judged', problems: [] }] });
  });
});
