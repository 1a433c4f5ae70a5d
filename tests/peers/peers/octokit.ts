import type { Peer } from '../peer.js';

interface Package {
  Octokit: new (options: object) => { rest: { issues: { create(input: object): Promise<unknown> } } };
}

export const octokit: Peer = {
  name: 'octokit',
  version: '5.0.5',
  calls: 'rest.issues.create',
  conditions:
    'waits between retries shortened (retry.retryAfterBaseValue); throttle off, which spaces creates by seconds; it has no timeout option',
  async open(load, { url, secret }) {
    const { Octokit } = await load<Package>('octokit');
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const options = { retry: { retryAfterBaseValue: 10 }, throttle: { enabled: false }, log };
    const client = new Octokit({ auth: secret, baseUrl: url, ...options });
    return { client, create: () => client.rest.issues.create({ owner: 'a', repo: 'b', title: 'c' }) };
  },
  answer: (id, decimal) => `{"id":${id},"price":${decimal}}`,
  read: ({ data }: { data: { id: unknown; price: unknown } }) => ({ id: data.id, decimal: data.price }),
};
