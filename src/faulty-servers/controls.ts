import type { IncomingMessage, ServerResponse } from 'node:http';
import { description } from '../../generated/description.js';
import { operations } from '../../generated/operations.js';
import type { Listening } from '../sandbox/http/listen.js';

/** Servers that are not an exchange: no check may call them right. */
export const CONTROLS = [
  'always-empty-object',
  'always-refused-with-200',
  'always-401',
  'echo',
  'html-page',
  'hang',
  'described-examples',
] as const;

export type Control = (typeof CONTROLS)[number];

const REFUSAL = '{"code":"-2015","msg":"Invalid API-key, IP, or permissions for action.","data":null,"succ":false}';

const JSON_TYPE = 'application/json';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const always =
  (status: number, type: string, body: string): Answering =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

const ANSWERING: Readonly<Record<Control, Answering>> = {
  'always-empty-object': always(200, JSON_TYPE, '{}'),
  'always-refused-with-200': always(200, JSON_TYPE, REFUSAL),
  'always-401': always(401, JSON_TYPE, REFUSAL),
  echo(request, response) {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? JSON_TYPE });
    request.pipe(response);
  },
  'html-page': always(200, 'text/html', '<html><head><title>Welcome</title></head><body>It works.</body></html>'),
  hang: (request) => void request.resume(),
  'described-examples'(request, response) {
    const example = exampleFor(request.method ?? '', request.url ?? '');
    const answer = example === undefined ? always(404, JSON_TYPE, REFUSAL) : always(200, JSON_TYPE, example);
    answer(request, response);
  },
};

/** The response of a mock server: the first example of the operation, without looking at key or signature. */
function exampleFor(method: string, target: string): string | undefined {
  const [path] = target.split('?');
  const operation = Object.values(operations).find((row) => row.method === method && row.path === path);
  return operation && JSON.stringify(description[operation.operationId].examples[0]?.value);
}

/** Starts a control on a free port of the loopback interface. */
export async function startControl(name: Control): Promise<Listening> {
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer(ANSWERING[name]);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}
