import pc from 'picocolors';
import type { SelftestReport, Started } from '../conformance/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Mutation } from '../sandbox/mutants.js';
import type { KillMatrix, MatrixRow, Selftest } from './conformance-kit.js';
import { plainTable } from './plain-table.js';

/** Away from the contracts under test. */
const ISOLATED = {
  contractName: 'E-ORCA-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 2,
  price: '2',
  volume: 1,
  timeInForce: 'IOC',
} as const;

/** Starts the sandbox, its mutants, twins and impostors, which the kit may not import, and hands them to it. */
export async function loadSelftest(): Promise<Selftest> {
  const { runSelftest } = await import('../conformance/index.js');
  const { createFuturesClient } = await import('../conveniences/create-client.js');
  const { createSandbox } = await import('../sandbox/index.js');
  const { CONTROLS, createTwin, DEEP_CONTRACTS, MUTATIONS, startControl, TWINS } =
    await import('../sandbox/mutants.js');

  /** Opens the isolated position that margin is adjusted on: no operation would tell its identifier. */
  const listening = async (sandbox: Sandbox): Promise<Started> => {
    const { url, credentials, fetch } = sandbox;
    const client = createFuturesClient({ baseUrl: url, credentials, fetch });
    await client.createOrder(ISOLATED).catch(() => undefined);
    const positionId = sandbox.state.accounts[0]?.positions[0]?.positionId;
    const server = await sandbox.listen();
    const existing = positionId === undefined ? {} : { existing: { positionId: String(positionId) } };
    return { baseUrl: server.url, credentials, close: server.close, ...existing };
  };
  const contracts = DEEP_CONTRACTS;
  const impostor = async (name: (typeof CONTROLS)[number]): Promise<Started> => {
    const { url, close } = await startControl(name);
    return { baseUrl: url, credentials: createSandbox().credentials, close };
  };

  return async ({ onProgress }) => {
    const report = await runSelftest({
      reference: () => listening(createSandbox({ contracts })),
      mutants: MUTATIONS.map(({ id, title, killedBy }) => ({
        id,
        title,
        killedBy,
        start: () => listening(createSandbox({ contracts, mutation: id })),
      })),
      twins: TWINS.map((twin) => ({ ...twin, start: () => listening(createTwin(twin, { contracts })) })),
      controls: CONTROLS.map((name) => ({ id: name, title: name, start: () => impostor(name) })),
      onlyNamed: true,
      onProgress: ({ done, total, current }) => onProgress({ done, total, current }),
    });
    return toMatrix(
      report,
      MUTATIONS,
      TWINS.map(({ id }) => id),
      CONTROLS,
    );
  };
}

function toMatrix(
  report: SelftestReport,
  mutations: readonly Mutation[],
  twins: readonly string[],
  controls: readonly string[],
) {
  const mutants = mutations.map(({ id, killedBy }): MatrixRow => {
    const found = report.matrix[id] ?? [];
    const expected = killedBy.find((check) => found.includes(check)) ?? killedBy[0]!;
    return { server: id, kind: 'mutant', expected, caughtBy: found, ok: !report.survivors.includes(id) };
  });
  // A twin must not be accused, and an impostor must not get through with anything.
  const others = (kind: 'twin' | 'control', servers: readonly string[], said: readonly string[]): MatrixRow[] =>
    servers.map((server) => {
      const accusations = said
        .filter((text) => text.startsWith(`${server}: `))
        .map((text) => text.slice(server.length + 2));
      return { server, kind, caughtBy: accusations, ok: accusations.length === 0 };
    });
  return {
    rows: [
      ...mutants,
      ...others('twin', ['reference', ...twins], report.falseAlarms),
      ...others('control', controls, report.fooled),
    ],
    idle: report.withoutKill,
    durationMs: report.durationMs,
    ok: report.ok,
  };
}

/** Which server was caught by which check, and which should have been. */
export function writeMatrix({ rows, idle, durationMs, ok }: KillMatrix, colour: boolean): string {
  const colours = pc.createColors(colour);
  const count = (kind: MatrixRow['kind']): string => {
    const all = rows.filter((row) => row.kind === kind);
    return `${all.filter((row) => row.ok).length} of ${all.length}`;
  };
  const sections = [
    plainTable(
      ['server', 'kind', 'verdict', 'caught by'],
      rows.map((row) => [row.server, row.kind, row.ok ? 'ok' : 'WRONG', caughtBy(row)]),
    ),
    ...idle.map((id) => `${id} caught no mutant: nothing shows that it can fail.`),
    `${count('mutant')} mutants caught by the check that names their clause, ${count('control')} controls refused, ` +
      `${count('twin')} tolerant twins let through; ${(durationMs / 1000).toFixed(1)} s`,
    ok ? colours.green('The kit can fail, and raises no false alarm.') : colours.red('The kit is not to be trusted.'),
  ];
  return `${sections.join('\n')}\n`;
}

/** The check that had to catch it first; then how many others did. */
function caughtBy({ kind, expected, caughtBy: found }: MatrixRow): string {
  if (found.length === 0) return expected === undefined ? 'none' : `none; expected ${expected}`;
  if (kind === 'twin') return found.join(', ');
  const first = expected !== undefined && found.includes(expected) ? expected : found[0]!;
  const others = found.length === 1 ? '' : ` and ${found.length - 1} more`;
  return first === expected || expected === undefined ? `${first}${others}` : `${first}${others}; expected ${expected}`;
}
