import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { SitePage } from './page.js';

/** A file of the repository that is a page of the site. With `sandbox`, the sandbox stands after its last section. */
export interface Guide extends Pick<SitePage, 'id' | 'group' | 'summary' | 'label' | 'sandbox'> {
  readonly file: string;
}

/** By group, in the order of the contents: the file, one sentence on it and, where it is not its title, its name in the contents. */
const FILES: { readonly [Group in Guide['group']]?: string } = {
  Start: `
    README.md | install it, place an order that cannot double, and try it without an account
    docs/troubleshooting.md | the message or the symptom first: what it means, what to do, one command | Troubleshooting`,
  'You need': `
    docs/signing.md | which bytes are signed, for which calls, and every known mistake
    docs/orders.md | send an order once, find out what became of it, recover after a crash | submitOrder and recover
    docs/follow-orders.md | every change of an order, once, without a push channel | watchOrders
    docs/cancel.md | one order, a contract, or everything: what each call reaches | cancelContractOrders …
    docs/market-orders.md | price, unit of volume, closing, and what accepted means
    docs/errors.md | each failure says whether the service may have acted
    docs/histories.md | read a history to its end, page by page | Histories
    docs/sandbox.md | an exchange on your machine, to test a trading program | Sandbox
    docs/test-your-program.md | a lost response, a rate limit, a restart: does your program double, deny or forget an order?
    docs/cli.md | every operation from a terminal | Command line`,
  'When you need it': `
    docs/conformance.md | test a server against the specification
    docs/clock.md | how the clock offset is measured, and what −1021 means | Clock
    docs/limits.md | rate limits, and budgets in one process and in many
    docs/connections.md | timeouts, proxies, agents and another fetch | Connections
    docs/observability.md | a logger, diagnostics channels, and what would be signed | Observability
    docs/record-traffic.md | how to get a HAR file of any program, to judge it
    docs/sidecar.md | a local proxy that signs, for tools that cannot | Sidecar
    docs/recipes/signer.md | sign in Python, Go, shell, and test the signer | In another language
    docs/recipes/own-client.md | sign with openapi-fetch or any client that you have | Your own HTTP client
    docs/recipes/axios-and-ky.md | sign in axios and ky | axios and ky
    docs/recipes/agent.md | submit, recover and a policy, for agents that repeat commands | Let an agent trade
    docs/recipes/prism.md | a mock and a proxy from the description, for your tests | Prism
    docs/recipes/ci.md | judge your server in a pipeline | In CI`,
  Reference: `
    docs/conformance-checks.md | every check of the conformance kit, and the sentence that it judges by | Conformance checks
    docs/standards.md | GET with a body, idempotency, limits, signatures: what an API designer would do today | By today’s standards
    docs/evidence.md | what was tried and measured: faults, runtimes, other clients, speed | Evidence
    generated/error-codes.md | the codes that were seen, and what each says about the outcome
    docs/field-evidence.md | what public sources say where the service document is silent | Field evidence
    SECURITY.md | what is promised about secrets, and where to report a vulnerability
    CHANGELOG.md | what changed`,
};

export const guides: readonly Guide[] = Object.entries(FILES).flatMap(([group, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line): Guide => {
      const [file = '', summary = '', label] = line.trim().split(' | ');
      const id = file === 'README.md' ? 'quick-start' : basename(file, '.md').toLowerCase();
      const sandbox = id === 'follow-orders' && { sandbox: true };
      return { id, file, group: group as Guide['group'], summary, ...(label !== undefined && { label }), ...sandbox };
    }),
);

const root = new URL('../../', import.meta.url);

export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, root), 'utf8');

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';
