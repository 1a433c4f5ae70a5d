import type { Peer } from '../peer.js';

interface Package {
  default: new (options: { apiKey: string; baseURL: string; timeout: number }) => {
    messages: { create(input: object): Promise<unknown> };
  };
}

export const anthropic: Peer = {
  name: '@anthropic-ai/sdk',
  version: '1.12.0',
  calls: 'messages.create',
  async open(load, { url, timeoutMs, secret }) {
    const { default: Anthropic } = await load<Package>('@anthropic-ai/sdk');
    const client = new Anthropic({ apiKey: secret, baseURL: url, timeout: timeoutMs });
    const messages = [{ role: 'user', content: 'buy' }];
    return { client, create: () => client.messages.create({ model: 'any', max_tokens: 1, messages }) };
  },
  answer: (id, decimal) => `{"id":${id},"content":[],"price":${decimal}}`,
  read: ({ id, price }: { id: unknown; price: unknown }) => ({ id, decimal: price }),
};
