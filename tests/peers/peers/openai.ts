import type { Peer } from '../peer.js';

interface Package {
  default: new (options: { apiKey: string; baseURL: string; timeout: number }) => {
    chat: { completions: { create(input: object): Promise<unknown> } };
  };
}

export const openai: Peer = {
  name: 'openai',
  version: '7.57.0',
  calls: 'chat.completions.create',
  async open(load, { url, timeoutMs, secret }) {
    const { default: OpenAI } = await load<Package>('openai');
    const client = new OpenAI({ apiKey: secret, baseURL: url, timeout: timeoutMs });
    const messages = [{ role: 'user', content: 'buy' }];
    return { client, create: () => client.chat.completions.create({ model: 'any', messages }) };
  },
  answer: (id, decimal) => `{"id":${id},"choices":[],"price":${decimal}}`,
  read: ({ id, price }: { id: unknown; price: unknown }) => ({ id, decimal: price }),
};
