import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { parseJson } from '../../../src/conformance/caller/intent.js';

/** The parts of a `fetch` that these programs need. */
export type Send = (
  url: string,
  init: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<Response>;

/** A response, whose large numbers another language than ours reads digit by digit. */
const responseOf = (status: number, headers: Record<string, string>, body: string): Response =>
  Object.assign(new Response(body, { status, headers }), {
    json: async () => parseJson(body) ?? Promise.reject(new SyntaxError('not JSON')),
  });

/** Lets another program send: it gets each request in a line, and prints the response in a line, without a status where it fails. */
export function sendThrough(program: string, ...args: readonly string[]): Send {
  const { stdin, stdout } = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async (url, { method, headers, body }) => {
    stdin.write(`${JSON.stringify([method, url, headers, body])}\n`);
    const { status, headers: received, body: text } = Object(JSON.parse((await lines.next()).value));
    if (status === undefined) throw new TypeError('fetch failed');
    return responseOf(status, received, text);
  };
}

/** Sends with curl. */
export const sendByCurl =
  (...options: readonly string[]): Send =>
  async (url, { method, headers, body }) => {
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const sent = method === 'GET' ? [] : ['--data-raw', body ?? ''];
    const args = ['-sS', ...options, url, ...named, ...sent, '-w', '\n%{http_code}'];
    const [, text = '', status] = /^(.*)\n(\d+)$/s.exec((await promisify(execFile)('curl', args)).stdout)!;
    return responseOf(Number(status), {}, text);
  };
