import { readFileSync } from 'node:fs';
import type { SitePage } from './page.js';

/** A file of the repository that is a page of the site. With `sandbox`, the sandbox stands after its last section. */
export interface Guide extends Pick<SitePage, 'id' | 'group' | 'summary' | 'label' | 'sandbox'> {
  readonly file: string;
}

const guide = (id: string, summary: string, more: Partial<Guide> = {}): Guide => ({
  id,
  file: `docs/${id}.md`,
  group: 'You need',
  summary,
  ...more,
});

const recipe = (name: string, summary: string, label: string): Guide =>
  guide(name, summary, { file: `docs/recipes/${name}.md`, group: 'When you need it', label });

export const guides: readonly Guide[] = [
  guide('quick-start', 'install it, place an order that cannot double, and try it without an account', {
    file: 'README.md',
    group: 'Start',
  }),
  guide('troubleshooting', 'the message or the symptom first: what it means, what to do, one command', {
    group: 'Start',
    label: 'Troubleshooting',
  }),
  guide('signing', 'which bytes are signed, for which calls, and every known mistake'),
  guide('orders', 'send an order once, find out what became of it, recover after a crash', {
    label: 'submitOrder and recover',
  }),
  guide('follow-orders', 'every change of an order, once, without a push channel', {
    label: 'watchOrders',
    sandbox: true,
  }),
  guide('cancel', 'one order, a contract, or everything: what each call reaches', { label: 'cancelContractOrders …' }),
  guide('market-orders', 'price, unit of volume, closing, and what accepted means'),
  guide('errors', 'each failure says whether the service may have acted'),
  guide('histories', 'read a history to its end, page by page', { label: 'Histories' }),
  guide('sandbox', 'an exchange on your machine, to test a trading program', { label: 'Sandbox' }),
  guide(
    'test-your-program',
    'a lost response, a rate limit, a restart: does your program double, deny or forget an order?',
  ),
  guide('cli', 'every operation from a terminal', { label: 'Command line' }),
  guide('conformance', 'test a server against the specification', { group: 'When you need it' }),
  guide('clock', 'how the clock offset is measured, and what −1021 means', {
    group: 'When you need it',
    label: 'Clock',
  }),
  guide('limits', 'rate limits, and budgets in one process and in many', { group: 'When you need it' }),
  guide('connections', 'timeouts, proxies, agents and another fetch', {
    group: 'When you need it',
    label: 'Connections',
  }),
  guide('observability', 'a logger, diagnostics channels, and what would be signed', {
    group: 'When you need it',
    label: 'Observability',
  }),
  guide('record-traffic', 'how to get a HAR file of any program, to judge it', { group: 'When you need it' }),
  guide('sidecar', 'a local proxy that signs, for tools that cannot', { group: 'When you need it', label: 'Sidecar' }),
  recipe('signer', 'sign in Python, Go, shell, and test the signer', 'In another language'),
  recipe('own-client', 'sign with openapi-fetch or any client that you have', 'Your own HTTP client'),
  recipe('axios-and-ky', 'sign in axios and ky', 'axios and ky'),
  recipe('agent', 'submit, recover and a policy, for agents that repeat commands', 'Let an agent trade'),
  recipe('prism', 'a mock and a proxy from the description, for your tests', 'Prism'),
  recipe('ci', 'judge your server in a pipeline', 'In CI'),
  guide('conformance-checks', 'every check of the conformance kit, and the sentence that it judges by', {
    group: 'Reference',
    label: 'Conformance checks',
  }),
  guide('standards', 'GET with a body, idempotency, limits, signatures: what an API designer would do today', {
    group: 'Reference',
    label: 'By today’s standards',
  }),
  guide('evidence', 'what was tried and measured: faults, runtimes, other clients, speed', {
    group: 'Reference',
    label: 'Evidence',
  }),
  guide('error-codes', 'the codes that were seen, and what each says about the outcome', {
    file: 'generated/error-codes.md',
    group: 'Reference',
  }),
  guide('field-evidence', 'what public sources say where the service document is silent', {
    group: 'Reference',
    label: 'Field evidence',
  }),
  guide('security', 'what is promised about secrets, and where to report a vulnerability', {
    file: 'SECURITY.md',
    group: 'Reference',
  }),
  guide('changelog', 'what changed', { file: 'CHANGELOG.md', group: 'Reference' }),
];

const root = new URL('../../', import.meta.url);

export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, root), 'utf8');

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';
