import { readFileSync } from 'node:fs';
import type { Page } from './page.js';

/** A file of the repository that is a page of the site. */
export interface Guide extends Pick<Page, 'id' | 'group' | 'summary'> {
  readonly file: string;
}

const guide = (id: string, summary: string, more: Partial<Guide> = {}): Guide => ({
  id,
  file: `docs/${id}.md`,
  group: 'Guides',
  summary,
  ...more,
});

/** In the order in which they are listed. */
export const guides: readonly Guide[] = [
  guide('quick-start', 'install it, send a first order to an exchange of your own, then to a real service', {
    file: 'README.md',
    group: 'Start',
  }),
  guide('troubleshooting', 'the message or the symptom first: what it means, what to do, one command', { group: 'Start' }),
  guide('signing', 'what is signed, which calls, and what to do when a signature is refused'),
  guide('errors', 'each failure says whether the service may have acted'),
  guide('orders', 'an order whose answer was lost, and how to find out about it'),
  guide('clock', 'how the time of the service is measured, and what −1021 means'),
  guide('limits', 'rate limits, and budgets in one process and in many'),
  guide('histories', 'reading a history to its end'),
  guide('connections', 'deadlines, proxies, agents and another fetch'),
  guide('observability', 'a logger, events, and what would be signed'),
  guide('sandbox', 'test your trading program on an exchange of your own'),
  guide('conformance', 'judge a server by the service document'),
  guide('sidecar', 'test a signed service with tools that cannot sign'),
  guide('cli', 'every operation from the command line'),
  guide('fault-matrix', 'every method under every fault, measured', { group: 'Reference' }),
  guide('performance', 'what a call, an import and the sandbox cost, beside others', { group: 'Reference' }),
  guide('runtimes', 'where it runs, and which connection faults it holds there', { group: 'Reference' }),
  guide('reliability', 'what was tried to double, lose or misreport an order, and what held', { group: 'Reference' }),
  guide('peers', 'this client beside others', { group: 'Reference' }),
  guide('error-codes', 'the codes that were seen, and what each says about the outcome', {
    file: 'generated/error-codes.md',
    group: 'Reference',
  }),
  guide('field-evidence', 'what public sources say where the service document is silent', { group: 'Reference' }),
  guide('contributing', 'how to change it: a new endpoint, a new check', {
    file: 'CONTRIBUTING.md',
    group: 'Reference',
  }),
  guide('security', 'what is promised about secrets, and where to report a fault', {
    file: 'SECURITY.md',
    group: 'Reference',
  }),
  guide('changelog', 'what changed', { file: 'CHANGELOG.md', group: 'Reference' }),
];

const root = new URL('../../', import.meta.url);

export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, root), 'utf8');

/** The heading that a file begins with. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';
